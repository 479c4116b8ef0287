/** A picture of the changes to show others, 1200 by 630 pixels: the name, the week, the dates, and the changes in words. */

import { capital, cut, h } from "../elements/element.js";
import { figure, t } from "../words/words.js";

export const WIDTH = 1200;
export const HEIGHT = 630;
const EDGE = 48;
/** The width of the pictures on the left, and of the gap beside them. */
const LEFT = 560;
const GAP = 40;
/** The top of the words and of the pictures, and their end. */
const TOP = 150;
const END = HEIGHT - EDGE;
const LINE = 31;
const BETWEEN = 8;
const FONT =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans JP", sans-serif';
const COLORS = {
  ground: "#ffffff",
  text: "#18202b",
  soft: "#525d6c",
  line: "#d9dee6",
  mark: "#7b3fa8",
};

/**
 * Draws the picture. `pictures` are SVGs, each below the one before; `lines` are the changes in words.
 *
 * @returns {Promise<Blob>}
 */
export async function asCard({ name, sum, pictures, lines }) {
  const canvas = h("canvas", { width: WIDTH, height: HEIGHT });
  const pen = canvas.getContext("2d");
  pen.fillStyle = COLORS.ground;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.textBaseline = "alphabetic";
  write(pen, fitted(pen, name, WIDTH - 2 * EDGE, 700, 44), EDGE, 86);
  font(pen, 400, 24, COLORS.soft);
  write(pen, sum, EDGE, 122);
  const brand = "calendiff";
  write(pen, brand, WIDTH - EDGE - pen.measureText(brand).width, 122);
  const room = pictures.length > 0 ? LEFT + GAP : 0;
  await draw(pen, pictures);
  list(pen, lines, EDGE + room, WIDTH - 2 * EDGE - room);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

const write = (pen, text, x, y) => pen.fillText(text, x, y);

function font(pen, weight, size, color = COLORS.text) {
  pen.font = `${weight} ${size}px ${FONT}`;
  pen.fillStyle = color;
}

/** Sets the font of a text of one line, and returns what fits of it. */
function fitted(pen, text, width, weight, size) {
  font(pen, weight, size);
  if (pen.measureText(text).width <= width) return text;
  const all = [...text];
  while (all.length > 0 && pen.measureText(`${all.join("")}…`).width > width)
    all.pop();
  return `${all.join("")}…`;
}

/** Draws pictures below each other, as large as fits. */
async function draw(pen, pictures) {
  let top = TOP;
  for (const [at, svg] of pictures.entries()) {
    // The card is light, also in a dark browser.
    const url = URL.createObjectURL(
      new Blob([svg.replaceAll(/<style>[^]*?<\/style>/g, "")], {
        type: "image/svg+xml",
      }),
    );
    try {
      const image = new Image();
      image.src = url;
      await image.decode();
      const height =
        (END - top - (pictures.length - 1 - at) * GAP) / (pictures.length - at);
      const scale = Math.min(LEFT / image.width, height / image.height);
      pen.drawImage(
        image,
        EDGE,
        top,
        image.width * scale,
        image.height * scale,
      );
      top += image.height * scale + GAP / 2;
    } finally {
      URL.revokeObjectURL(url);
    }
  }
}

/** Writes the changes, each with a mark, and how many more there are. */
function list(pen, lines, left, width) {
  font(pen, 400, 22);
  const all = lines.map((words) =>
    wrapped(pen, cut(capital(words), 300), width - 24),
  );
  let y = TOP + 22;
  for (const [at, own] of all.entries()) {
    // The last line is for the number of those that do not fit.
    const room = at === all.length - 1 ? END : END - LINE;
    if (y + (own.length - 1) * LINE > room) {
      pen.fillStyle = COLORS.soft;
      write(pen, t("card.more", { n: figure(all.length - at) }), left + 24, y);
      return;
    }
    pen.fillStyle = COLORS.mark;
    pen.fillRect(left, y - 18, 5, own.length * LINE - 8);
    pen.fillStyle = COLORS.text;
    for (const [line, words] of own.entries())
      write(pen, words, left + 24, y + line * LINE);
    y += own.length * LINE + BETWEEN;
  }
}

/** Breaks a text into lines of a width, between words where there are any. */
function wrapped(pen, text, width) {
  const lines = [];
  let line = "";
  // Japanese has no spaces: each sign may begin a line.
  for (const part of text.match(
    /[\u3000-\u9fff\uff00-\uffef]|[^\s\u3000-\u9fff\uff00-\uffef]+\s*|\s+/g,
  ) ?? []) {
    if (line !== "" && pen.measureText((line + part).trimEnd()).width > width) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += part;
    while (pen.measureText(line.trimEnd()).width > width && line.length > 1) {
      let fits = line.length - 1;
      while (fits > 1 && pen.measureText(line.slice(0, fits)).width > width)
        fits--;
      lines.push(line.slice(0, fits));
      line = line.slice(fits);
    }
  }
  return line.trim() === "" ? lines : [...lines, line.trimEnd()];
}
