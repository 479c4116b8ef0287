/** Serves the page, the guide and the package to this machine only. `node serve.mjs [port]` serves the work tree's. */

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".ts": "text/plain; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
};

/**
 * Starts a server on a free port, or on the first free one from `port` on. `folders` names what each path begins with;
 * the first that fits is taken.
 *
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function serve({
  port = 0,
  folders = {
    "/pkg/": join(ROOT, "pkg"),
    "/guide/": join(ROOT, "target/guide"),
    "/": join(ROOT, "www"),
  },
} = {}) {
  const server = createServer(async (request, response) => {
    const file = find(request.url, folders);
    const body = file && (await readFile(file).catch(() => undefined));
    const type = body
      ? (TYPES[extname(file)] ?? "application/octet-stream")
      : TYPES[".txt"];
    response.writeHead(body ? 200 : 404, {
      "content-type": type,
      "cache-control": "no-store",
    });
    response.end(
      request.method === "HEAD" ? undefined : (body ?? "not found\n"),
    );
  });
  for (;;) {
    const error = await listen(server, port);
    if (!error) break;
    if (error.code !== "EADDRINUSE" || port === 65535) throw error;
    port++;
  }
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, close };
}

function listen(server, port) {
  return new Promise((resolve) => {
    const settle = (error) => {
      server.off("error", settle).off("listening", settle);
      resolve(error);
    };
    server
      .once("error", settle)
      .once("listening", settle)
      .listen(port, "127.0.0.1");
  });
}

/** The file that a request asks for, or undefined if it would lie outside its folder. */
export function find(url, folders) {
  let path;
  try {
    path = decodeURIComponent(url.split("?", 1)[0]);
  } catch {
    return undefined;
  }
  const prefix = Object.keys(folders).find((prefix) => path.startsWith(prefix));
  if (prefix === undefined || path.includes("\0")) return undefined;
  const folder = normalize(folders[prefix] + sep);
  const file = join(folder, path.slice(prefix.length));
  if (!file.startsWith(folder)) return undefined;
  return path.endsWith("/") ? join(file, "index.html") : file;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await serve({ port: Number(process.argv[2] ?? 8017) });
  console.log(
    `calendiff's page is at ${url}, the guide at ${url}guide/ (Ctrl-C ends it)`,
  );
}
