/** The links that document 2 names (Follow-on links), and those of the statuses that it leaves open: method and path. */
export const linkTable = {
  authenticate: { method: 'POST', path: '/api/v1/authn' },
  changePassword: { method: 'POST', path: '/api/v1/authn/credentials/change_password' },
  resetPassword: { method: 'POST', path: '/api/v1/authn/credentials/reset_password' },
  unlock: { method: 'POST', path: '/api/v1/authn/recovery/unlock' },
  skip: { method: 'POST', path: '/api/v1/authn/skip' },
  cancel: { method: 'POST', path: '/api/v1/authn/cancel' },
  original: { method: 'GET', path: '/login/step-up/redirect' },
  enroll: { method: 'POST', path: '/api/v1/authn/factors' },
  verify: { method: 'POST', path: '/api/v1/authn/factors/{factor_id}/verify' },
  questions: { method: 'GET', path: '/api/v1/users/{user_id}/factors/questions' },
  prev: { method: 'POST', path: '/api/v1/authn/previous' },
  activate: { method: 'POST', path: '/api/v1/authn/factors/{factor_id}/lifecycle/activate' },
  resend: { method: 'POST', path: '/api/v1/authn/factors/{factor_id}/verify/resend' },
  resendActivation: { method: 'POST', path: '/api/v1/authn/factors/{factor_id}/lifecycle/resend' },
} as const satisfies Record<string, { readonly method: string; readonly path: string }>;

export type LinkName = keyof typeof linkTable;

/** The path of a link, with this id for its parameter if it has one. */
export function linkPath(name: LinkName, id: string): string {
  return linkTable[name].path.replace(/\{\w+\}/, encodeURIComponent(id));
}
