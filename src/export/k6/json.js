/**
 * What a text says as JSON; undefined where it is none.
 * @param {any} text
 */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * What stands at a path whose segments may have alternatives ('code|errorCode'); undefined where there is nothing.
 * @param {any} value
 * @param {string[]} path
 */
export function at(value, path) {
  return path.reduce((current, segment) => {
    const name = segment.split('|').find((one) => current !== null && typeof current === 'object' && one in current);
    return name === undefined ? undefined : current[name];
  }, value);
}
