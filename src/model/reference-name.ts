/** A reference such as `$user.login` or `$first.body.id` in words: the field, and what has it. */
export function referenceName(reference: string): string {
  const [owner = '', part = '', ...path] = reference.replace(/^\$/, '').split('.');
  if (part === '') return owner;
  if (part === 'status') return `status of the response ${owner}`;
  if (part !== 'body' && part !== 'headers') return `${[part, ...path].join('.')} of ${owner}`;
  return path.length === 0 ? `${part} of the response ${owner}` : `${path.join('.')} of the response ${owner}`;
}
