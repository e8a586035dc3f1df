/** Signs a user in; tries once more where the service is busy. */
export async function signIn(baseUrl, username, password) {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ username, password }) };
  let response = await fetch(`${baseUrl}/api/v1/authn`, request);
  if (response.status === 503) response = await fetch(`${baseUrl}/api/v1/authn`, request);
  const body = await response.json();
  if (!response.ok) throw new Error(`${body.errorCode} ${body.errorSummary}`);
  return body;
}
