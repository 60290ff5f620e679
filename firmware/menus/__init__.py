"""The menus, and the actions of the keys."""
