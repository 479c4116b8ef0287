// Tells people who opened the page as a file to use a server instead, in the sentences of their language: the page's own
// are in modules.

"use strict";

const commands = [
  "python3 -m http.server",
  "http://localhost:8000",
  "cargo xtask demo",
];
const sentences = {
  en: "This page was opened as a file, and browsers do not load its program that way. Serve its folder instead, for example with {0} there, and open {1}. In the source tree, {2} builds and serves it.",
  de: "Diese Seite wurde als Datei geöffnet, und so laden Browser ihr Programm nicht. Stellen Sie ihren Ordner über einen Server bereit, zum Beispiel dort mit {0}, und öffnen Sie {1}. Im Quelltext baut und liefert {2} sie aus.",
  es: "Esta página se abrió como archivo, y así los navegadores no cargan su programa. Sirva su carpeta, por ejemplo con {0} en ella, y abra {1}. En el código fuente, {2} la compila y la sirve.",
  fr: "Cette page a été ouverte comme fichier, et les navigateurs ne chargent pas son programme ainsi. Servez son dossier, par exemple avec {0} dans celui-ci, puis ouvrez {1}. Dans le code source, {2} la construit et la sert.",
  ja: "このページはファイルとして開かれたため、ブラウザーはプログラムを読み込みません。フォルダーで {0} などのサーバーを起動し、{1} を開いてください。ソースからは {2} でビルドして配信できます。",
  pt: "Esta página foi aberta como arquivo, e assim os navegadores não carregam o seu programa. Sirva a pasta dela, por exemplo com {0} dentro dela, e abra {1}. No código-fonte, {2} a compila e a serve.",
};
const tag =
  navigator.languages
    .map((tag) => tag.toLowerCase().split("-")[0])
    .find((tag) => Object.hasOwn(sentences, tag)) ?? "en";
const words = document.createElement("p");
words.className = "trouble alone";
words.lang = tag;
for (const part of sentences[tag].split(/(\{\d\})/)) {
  const at = /^\{(\d)\}$/.exec(part)?.[1];
  if (at === undefined) words.append(part);
  else
    words.append(
      Object.assign(document.createElement("code"), {
        textContent: commands[at],
      }),
    );
}
document.getElementById("page").append(words);
