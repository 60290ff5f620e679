// The addresses of the pages beside the board's, on the server that sent this one. On the static site
// the module of this name in host/site/page/ is in its place.

/** Return the address of the list of games, or with `query` of another page of the history. */
export const gamesPage = (query = "") => `/?view=history${query && `&${query}`}`;

/** Return the address of the review of a game; `which`: its link, "#game=…", or "game=" with its number. */
export const reviewPage = (which) => `/?view=review${which.startsWith("#") ? "" : "&"}${which}`;
