/** True with `npm test -- all`, as `.ci/run` asks for it: also what takes minutes and rarely breaks. */
export const ALL = process.env.TEST_SCOPE === 'all';
