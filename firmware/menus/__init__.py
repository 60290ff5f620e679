"""The menus, and what each key does."""
