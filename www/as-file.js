// Browsers load no module of a page that was opened as a file. This script is none, so it runs and fetches what to tell.

"use strict";

if (location.protocol === "file:")
  document.head.append(
    Object.assign(document.createElement("script"), {
      src: "as-file-words.js",
    }),
  );
