/** The browser says that its owner does not want to be watched: Do Not Track, or Global Privacy Control (https://www.w3.org/TR/gpc/). */
export function objects(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
}
