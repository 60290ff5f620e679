// The addresses of the pages beside the board's: files of the site. On a server's page the module of
// the same name in host/web/page/ is in its place.

/** Return the address of the list of games, or with `query` of another page of the history. */
export const gamesPage = (query = "") => `history.html${query && `?${query}`}`;

/** Return the address of the review of a game; `which`: its link, "#game=…", or "game=" with its number. */
export const reviewPage = (which) => `review.html${which.startsWith("#") ? "" : "?"}${which}`;
