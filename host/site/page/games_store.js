// The games in this browser, in IndexedDB: for each its row and its entries, as texts that
// host/site/page_rows.py reads and writes. All are in memory too, so that Python is answered at once;
// what another tab has changed is read again.

const GAMES = "games"; // id -> {row, entries}
const NOT_KEPT = "This browser keeps no games for this page.";
const ABOUT = "about"; // "version" -> a number that is another after each change; and:
const PRACTICE = "practice"; // -> the results of practice, as text
const REVIEWS = "reviews"; // -> what came of reviews, as text
const ARCHIVES = "archives"; // -> how far boards' archives have been read, as text

/** Return the games of the site at the address `base`; none where the browser stores none, and then
 * nothing can be changed. */
export async function openGames(base) {
  try {
    return new GamesStore(await opened(`pegboard games ${base}`));
  } catch (error) {
    console.warn(error);
    return new GamesStore(null);
  }
}

function opened(name) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => [GAMES, ABOUT].forEach((one) => request.result.createObjectStore(one));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

class GamesStore {
  kept = new Map();
  about = new Map(); // the texts of the other keys
  version = -1; // of what is in memory
  writes = null; // what to do at the end of a change
  load = () => {}; // is called when `kept` was read again

  constructor(db) {
    this.db = db;
  }

  /** Return what `work()` returns, which may read, and where `isChange` write. All it writes is stored
   * then, or nothing, as where it returns {trouble}. */
  use(isChange, work) {
    this.writes = [];
    if (!this.db) return Promise.resolve(isChange ? { trouble: NOT_KEPT } : work());
    return new Promise((resolve, reject) => {
      const change = this.db.transaction([GAMES, ABOUT], isChange ? "readwrite" : "readonly");
      const [games, about] = [change.objectStore(GAMES), change.objectStore(ABOUT)];
      let said = null;
      let failure = null;
      const attempt = (step) => () => {
        try {
          step();
        } catch (error) {
          failure = error;
          change.abort();
        }
      };
      const run = attempt(() => {
        said = work();
        if (!this.writes.length) return;
        if (said.trouble) {
          change.abort();
          return;
        }
        this.version += 1;
        about.put(this.version, "version");
        for (const write of this.writes) write(games, about);
      });
      const version = about.get("version");
      version.onsuccess = () => ((version.result ?? 0) === this.version ? run() : this.read(games, about, version.result ?? 0, run, attempt));
      change.oncomplete = () => resolve(said);
      change.onabort = () => {
        this.version = -1;
        if (said?.trouble && !failure) resolve(said);
        else reject(failure ?? change.error ?? new Error("the browser does not store them"));
      };
    });
  }

  read(games, about, version, run, attempt) {
    const ids = games.getAllKeys();
    const all = games.getAll();
    const keys = about.getAllKeys();
    const texts = about.getAll();
    texts.onsuccess = attempt(() => {
      this.about = new Map(keys.result.map((key, n) => [key, texts.result[n]]));
      this.kept = new Map(ids.result.map((id, n) => [id, all.result[n]]));
      this.load();
      this.version = version;
      run();
    });
  }

  // What Python calls ---------------------------------------------------------------------------

  ids() {
    return JSON.stringify([...this.kept.keys()]);
  }

  row(id) {
    return String(this.kept.get(id).row);
  }

  entries(id) {
    return String(this.kept.get(id).entries);
  }

  put(id, row, entries) {
    const value = { row, entries: entries || this.kept.get(id).entries };
    this.kept.set(id, value);
    this.writes.push((games) => games.put(value, id));
  }

  remove(id) {
    this.kept.delete(id);
    this.writes.push((games) => games.delete(id));
  }

  practice() {
    return this.told(PRACTICE);
  }

  putPractice(results) {
    this.tell(PRACTICE, results);
  }

  reviews() {
    return this.told(REVIEWS);
  }

  putReviews(costs) {
    this.tell(REVIEWS, costs);
  }

  archives() {
    return this.told(ARCHIVES);
  }

  putArchives(known) {
    this.tell(ARCHIVES, known);
  }

  random(count) {
    return [...crypto.getRandomValues(new Uint8Array(count))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  seconds() {
    return String(Date.now() / 1000);
  }

  told(key) {
    return String(this.about.get(key) ?? "");
  }

  tell(key, text) {
    this.about.set(key, text);
    this.writes.push((games, about) => about.put(text, key));
  }
}
