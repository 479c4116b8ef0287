/** Times several ways of doing the same, in turns. */

/** Milliseconds. */
const WARM = 250;
const BATCH = 3;

/**
 * The median time of each way, in microseconds. The ways take turns in batches, so that what else the machine does slows
 * all of them; what is quicker than a batch is run as often as fills one. `seconds` is for each way.
 *
 * @param {Record<string, () => unknown>} ways
 * @returns {Record<string, number>}
 */
export function race(ways, seconds) {
  const runners = Object.entries(ways).map(([name, run]) => ({
    name,
    run,
    repeats: warmUp(run),
    times: [],
  }));
  const end = performance.now() + seconds * 1e3 * runners.length;
  for (let round = 0; round < 5 || performance.now() < end; round++) {
    // Each round begins with another, so that none always follows the same.
    for (let at = 0; at < runners.length; at++)
      batch(runners[(at + round) % runners.length]);
  }
  return Object.fromEntries(
    runners.map(({ name, times }) => [name, median(times)]),
  );
}

/**
 * Runs it until it is likely compiled as well as it will be, WebAssembly too, and answers how often it runs in the time of a
 * batch.
 */
function warmUp(run) {
  const begun = performance.now();
  let runs = 0;
  while (runs < 3 || performance.now() - begun < WARM) {
    run();
    runs++;
  }
  const each = (performance.now() - begun) / runs;
  return Math.max(1, Math.round(BATCH / each));
}

function batch({ run, repeats, times }) {
  const start = performance.now();
  for (let again = 0; again < repeats; again++) run();
  times.push(((performance.now() - start) / repeats) * 1e3);
}

export function median(times) {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1];
}
