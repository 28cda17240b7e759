/*
 * `node --import`: a process of the product whose clock stands at one moment, and whose random numbers are the
 * same in each run. So the demo world that it makes looks the same, too. For pictures only.
 */

/** Wednesday, 4 June 2031, 11:24 in Alderwick. */
const START = Date.parse('2031-06-04T10:24:00Z');
const RealDate = Date;
const now = () => START;

globalThis.Date = new Proxy(RealDate, {
  construct: (real, given, to) => Reflect.construct(real, given.length === 0 ? [now()] : given, to),
  apply: (real) => new real(now()).toString(),
  get: (real, name) => (name === 'now' ? now : Reflect.get(real, name)),
});

/** mulberry32: well known, small, and good enough to look random. */
let state = 20310604;
function random32() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return (mixed ^ (mixed >>> 14)) >>> 0;
}
// Ids are made of these; what is secret comes from node:crypto and stays random.
globalThis.crypto.getRandomValues = (array) => {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = random32() & 0xff;
  return array;
};
