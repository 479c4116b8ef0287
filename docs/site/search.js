/**
 * The search of the site. Its index is a script of its own, which is loaded with the first key, so that it also works where
 * the folder is opened without a server. A row is name, kind, what it is part of, language, address, text.
 */
(() => {
  const { root } = document.currentScript.dataset;
  const shadow = document.getElementById("calendiff-bar").shadowRoot;
  const [form, input] = [
    shadow.querySelector("form"),
    shadow.querySelector("input"),
  ];
  const current = shadow.querySelector("[aria-current]");
  // On a phone, the part may stand beyond the edge of the bar.
  if (current) current.closest("ul").scrollLeft = current.offsetLeft - 60;
  // Scrolls the list of pages to the current one.
  const pages = document.querySelector("nav.beside");
  const own = pages?.querySelector("[aria-current]");
  if (own && own.offsetTop > pages.clientHeight - 80)
    pages.scrollTop = own.offsetTop - 80;
  const SHOWN = 8;
  const FOUND = 60;

  let index;
  const loaded = () =>
    (index ??= new Promise((resolve, reject) => {
      const script = Object.assign(document.createElement("script"), {
        src: `${root}search-index.js`,
        onload: () => resolve(globalThis.calendiffIndex.map(prepared)),
        onerror: reject,
      });
      document.head.append(script);
    }));

  const prepared = ([name, kind, within, language, url, text]) => {
    const parts = name
      .replace(/([a-z\d])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u);
    return {
      name,
      kind,
      within,
      language,
      url,
      text,
      lower: name.toLowerCase(),
      parts,
      about: `${within} ${language} ${kind}`.toLowerCase(),
      body: text.toLowerCase(),
      get words() {
        return this.body.split(/[^\p{L}\p{N}]+/u);
      },
    };
  };

  /** The number of letters to insert, drop, replace or swap between two names, or more than `most`. */
  function distance(a, b, most) {
    if (Math.abs(a.length - b.length) > most) return most + 1;
    let [before, last] = [
      [],
      Array.from({ length: b.length + 1 }, (_, i) => i),
    ];
    for (let i = 1; i <= a.length; i++) {
      const next = [i];
      for (let j = 1; j <= b.length; j++) {
        next[j] = Math.min(
          last[j] + 1,
          next[j - 1] + 1,
          last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1),
        );
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
          next[j] = Math.min(next[j], before[j - 2] + 1);
      }
      [before, last] = [last, next];
    }
    return last[b.length];
  }

  /** Words that people look for, and how the pages say it. A word with an empty list is left out of the query. */
  const SYNONYMS = {
    actions: ["actions", "continuous integration"],
    ci: ["continuous integration"],
    colour: ["color"],
    colours: ["color"],
    csp: ["content security policy"],
    exception: ["error"],
    exceptions: ["errors"],
    holiday: ["special date"],
    holidays: ["special date"],
    vulnerabilities: ["security"],
    vulnerability: ["security"],
    a: [],
    an: [],
    handling: [],
    how: [],
    the: [],
    to: [],
  };

  /** Returns the words of a query, each with the texts that count as it. */
  function wanted(query) {
    const words = query
      .toLowerCase()
      .split(/[\s:.()]+/)
      .filter(Boolean);
    const said = words
      .map((word) => (Object.hasOwn(SYNONYMS, word) ? SYNONYMS[word] : [word]))
      .filter((texts) => texts.length > 0);
    return said.length > 0 ? said : words.map((word) => [word]);
  }

  /** Kinds of names that mean little without the name that they are part of. */
  const DETAILS = ["variant", "field", "constant", "property", "word"];

  function scoreOf(entry, word) {
    // A chapter about the word, then what is called so.
    const isChapter = entry.kind === "guide" && !entry.within;
    if (
      isChapter &&
      entry.parts.some((part) => part === word || part === `${word}s`)
    )
      return 110;
    if (entry.lower === word) return DETAILS.includes(entry.kind) ? 45 : 100;
    // Many names begin with the same one or two letters.
    if (word.length < 3)
      return entry.parts.includes(word)
        ? 50
        : entry.words.includes(word)
          ? 10
          : 0;
    if (entry.kind === "member" && entry.parts.includes(word)) return 80;
    if (entry.lower.startsWith(word))
      return (
        (DETAILS.includes(entry.kind) ? 45 : 70) -
        Math.min(entry.lower.length - word.length, 20) / 2
      );
    if (
      entry.parts.some((part) => part.startsWith(word)) ||
      (word.includes(" ") && entry.lower.includes(word))
    )
      return 50;
    if (entry.lower.includes(word)) return 35;
    if (entry.about.includes(word)) return 20;
    if (entry.body.includes(word)) return 10;
    return 0;
  }

  /** What the person most likely looks for comes first where names are equal: what is said before what is declared. */
  const WEIGHT = {
    guide: 6,
    enum: 3,
    type: 3,
    trait: 3,
    code: 5,
    error: 5,
    member: 5,
    operation: 4,
    struct: 3,
    interface: 3,
    function: 3,
    method: 2,
    constant: 2,
    entry: 2,
    module: 1,
  };

  /** The entries that have every word of a query; failing these, those whose names are spelled almost so. */
  function find(entries, query) {
    const words = wanted(query);
    if (words.length === 0) return [];
    const ranked = (score) =>
      entries
        .map((entry) => ({ entry, score: score(entry) }))
        .filter(({ score }) => score > 0)
        .sort(
          (a, b) =>
            b.score - a.score || a.entry.name.length - b.entry.name.length,
        );
    const found = ranked((entry) => {
      let sum = 0;
      for (const word of words) {
        const own = Math.max(...word.map((text) => scoreOf(entry, text)));
        if (own === 0) return 0;
        sum += own;
      }
      return (
        sum / words.length +
        (WEIGHT[entry.kind] ?? 0) +
        (entry.name === query ? 4 : 0)
      );
    });
    const [[word]] = words;
    const isName =
      words.length === 1 &&
      word.length > 4 &&
      !found.some(({ score }) => score >= 35);
    const near = isName
      ? ranked((entry) => Math.max(0, 3 - distance(entry.lower, word, 2)) * 10)
      : [];
    return [...new Set([...near, ...found].map(({ entry }) => entry))];
  }

  const make = (name, own = {}, ...children) => {
    const made = Object.assign(document.createElement(name), own);
    made.append(...children);
    return made;
  };

  /** A text with the words of a query marked. */
  function marked(text, words) {
    const parts = make("span");
    const pattern = new RegExp(
      `(${words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|")})`,
      "giu",
    );
    for (const [i, part] of text.split(pattern).entries())
      parts.append(i % 2 ? make("mark", {}, part) : part);
    return parts;
  }

  function link(entry, query, length) {
    const words = wanted(query).flat();
    const at = Math.max(
      0,
      Math.min(
        ...words
          .map((word) => entry.body.indexOf(word))
          .filter((at) => at >= 0),
        entry.body.length,
      ),
    );
    const from =
      at === entry.body.length || at < 60
        ? 0
        : entry.text.indexOf(" ", at - 40) + 1;
    const excerpt =
      (from > 0 ? "… " : "") +
      entry.text.slice(from, from + length) +
      (entry.text.length > from + length ? " …" : "");
    const place =
      entry.within &&
      make(
        "small",
        {},
        ` ${entry.kind === "guide" ? "·" : "in"} ${entry.within}`,
      );
    const kind = [entry.language, entry.kind].filter(Boolean).join(" ");
    return make(
      "a",
      { href: root + entry.url },
      make("b", {}, entry.name, place),
      make("i", {}, kind),
      marked(excerpt, words),
    );
  }

  // A list below the field, by the pattern of a combobox.
  const list = make("div", { id: "found", hidden: true });
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Found");
  form.append(list);
  for (const [name, value] of Object.entries({
    role: "combobox",
    "aria-expanded": "false",
    "aria-controls": "found",
    "aria-autocomplete": "list",
  }))
    input.setAttribute(name, value);
  let chosen = -1;

  function open(isOpen) {
    list.hidden = !isOpen;
    input.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) choose(-1);
  }

  function choose(at) {
    chosen = at;
    for (const [i, option] of [
      ...list.querySelectorAll("[role=option]"),
    ].entries()) {
      option.setAttribute("aria-selected", String(i === at));
      if (i === at) option.scrollIntoView({ block: "nearest" });
    }
    if (at < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `found-${at}`);
  }

  async function show() {
    const query = input.value.trim();
    if (query === "") return open(false);
    const found = find(await loaded(), query);
    if (input.value.trim() !== query) return;
    const options = found.slice(0, SHOWN).map((entry, i) => {
      const option = make("div", { id: `found-${i}` }, link(entry, query, 90));
      option.setAttribute("role", "option");
      option.firstChild.tabIndex = -1;
      return option;
    });
    list.replaceChildren(
      ...options,
      ...(found.length === 0
        ? [
            make(
              "div",
              { className: "none" },
              `Nothing is called “${query}”, and nothing mentions it.`,
            ),
          ]
        : []),
    );
    if (found.length > SHOWN) {
      const all = make(
        "div",
        { id: `found-${SHOWN}` },
        make(
          "a",
          {
            href: `${root}search.html?q=${encodeURIComponent(query)}`,
            tabIndex: -1,
          },
          make("b", {}, `All ${found.length} results`),
        ),
      );
      all.setAttribute("role", "option");
      list.append(all);
    }
    open(true);
    choose(-1);
  }

  input.addEventListener("focus", () => void loaded().catch(() => {}), {
    once: true,
  });
  input.addEventListener("input", show);
  input.addEventListener("focus", () => input.value && show());
  input.addEventListener("blur", () => open(false));
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  input.addEventListener("keydown", (event) => {
    const { length } = list.querySelectorAll("[role=option]");
    if (event.key === "Escape" && !list.hidden) open(false);
    else if (event.key === "ArrowDown" && length > 0)
      choose((chosen + 1) % length);
    else if (event.key === "ArrowUp" && length > 0)
      choose(chosen <= 0 ? length - 1 : chosen - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  // The pages below have keys of their own.
  for (const type of ["keydown", "keyup", "keypress"])
    form.addEventListener(type, (event) => event.stopPropagation());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const to =
      list.querySelector(`#found-${chosen} a`)?.href ??
      `${root}search.html?q=${encodeURIComponent(input.value.trim())}`;
    if (input.value.trim() !== "") location.assign(to);
  });

  const results = document.getElementById("results");
  const query = new URLSearchParams(location.search).get("q")?.trim();
  if (results && document.querySelector("main.search") && query) {
    input.value = query;
    document.getElementById("about").hidden = true;
    document.title = `${query} · calendiff`;
    loaded().then((entries) => {
      const found = find(entries, query);
      document.getElementById("count").textContent =
        found.length === 0
          ? `Nothing is called “${query}”, and nothing mentions it.`
          : `${found.length} ${found.length === 1 ? "result" : "results"} for “${query}”${found.length > FOUND ? `, of which these are the best ${FOUND}` : ""}`;
      results.replaceChildren(
        ...found
          .slice(0, FOUND)
          .map((entry) => make("li", {}, link(entry, query, 220))),
      );
    });
  }
})();
