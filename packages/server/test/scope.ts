const scope = process.env.TEST_SCOPE ?? '';

/** True with `npm test -- all`, as `.ci/run all` asks for it: also what takes minutes and rarely breaks. */
export const ALL = scope === 'all';

/** True wherever more than `npm test` is asked for: by CI, by `all`, and in a run of one feature. */
export const CI = ['ci', 'all', 'feature'].includes(scope);
