import { at } from './json.js';

/**
 * The request with {{alias.field}} filled in: from the scope, the environment or chance.
 * @param {ScriptRequest} request
 * @param {Record<string, any>} scope
 * @param {Record<string, string>} env
 * @returns {ScriptRequest}
 */
export function filled(request, scope, env) {
  /** @param {string} name */
  const value = (name) => {
    const [alias, ...fields] = name.split('.');
    if (alias === 'env') return env[fields[0]] || '';
    if (alias === 'fresh') return fresh(fields[0]);
    return at(scope[alias], fields);
  };
  /**
   * @param {any} template
   * @returns {any}
   */
  const fill = (template) => {
    if (typeof template === 'string') {
      const whole = /^\{\{([^{}]+)\}\}$/.exec(template);
      return whole ? value(whole[1]) : template.replace(/\{\{([^{}]+)\}\}/g, (_, name) => String(value(name)));
    }
    if (Array.isArray(template)) return template.map(fill);
    if (template === null || typeof template !== 'object') return template;
    return Object.fromEntries(Object.entries(template).map(([key, entry]) => [key, fill(entry)]));
  };
  const path = request.path.replace(/%7B%7B(.+?)%7D%7D/g, (_, name) => encodeURIComponent(String(value(decodeURIComponent(name)))));
  return Object.assign({}, request, { path, headers: fill(request.headers), body: fill(request.body) });
}

/** @param {string} kind */
function fresh(kind) {
  return kind === 'ip' ? '203.0.113.7' : kind.slice(0, 8) + Date.now().toString(36) + Math.floor(Math.random() * 1e9).toString(36);
}
