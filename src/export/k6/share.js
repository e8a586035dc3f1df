/**
 * A pod's part of the whole: '1/4:2/4' is a quarter.
 * @param {string | null | undefined} segment
 */
export function shareOf(segment) {
  const ends = (segment || '0:1').split(':').map((text) => text.split('/').map(Number));
  const [from, to] = ends.map(([part, whole]) => part / (whole || 1));
  return to === undefined ? from : to - from;
}
