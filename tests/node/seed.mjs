/** The seed of random cases: always the same, so that a run fails only for a change of the code. `SEED=7` tries other cases. */
export const SEED = Number(process.env.SEED ?? 20261123);
