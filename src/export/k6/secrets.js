/**
 * A copy with secret fields, by their names, as pseudonyms; they are added to those that are known.
 * @param {any} value
 * @param {Secrets} secrets
 * @returns {any}
 */
export function redacted(value, secrets) {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((entry) => redacted(entry, secrets));
  return Object.fromEntries(
    Object.entries(value).map(([field, entry]) => {
      const kind = secrets.kinds[field];
      if (kind === undefined || typeof entry !== 'string' || entry === '') return [field, redacted(entry, secrets)];
      const name = secrets.name(kind, entry);
      secrets.known.push([entry, name]);
      return [field, name];
    }),
  );
}

/**
 * Secrets that are known, wherever they stand in a text; what is shorter could be anything.
 * @param {string} text
 * @param {Known[]} known
 */
export function hide(text, known) {
  let hidden = text;
  for (const [value, name] of known) {
    if (value.length < 6 || /^\d+$/.test(value)) continue;
    for (const form of [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]) {
      if (hidden.includes(form)) hidden = hidden.split(form).join(name);
    }
  }
  return hidden;
}

/**
 * A header that is sent: of a credential the scheme alone.
 * @param {string} field
 * @param {string} value
 * @param {Secrets['name']} name
 */
export function credential(field, value, name) {
  if (!/^(proxy-)?authorization$|^cookie$|key$/i.test(field)) return value;
  const space = value.indexOf(' ');
  return value.slice(0, space + 1) + name(field.toLowerCase(), value.slice(space + 1));
}
