// The name of the lock of the tab that has the port of a board: one of all pages of this origin.

export const PORT_LOCK = "pegboard port";
