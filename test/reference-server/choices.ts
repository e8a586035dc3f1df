/** Ways that the documents leave open, and that few deployments take: each only where the deployment is started so. */
export type Choice =
  // privileged access
  | 'keeps-servers'
  | 'groups-by-id'
  // authentication
  | 'unlocks-by-state-token'
  | 'policy-of-length-and-digits'
  | 'second-api-token'
  // governance
  | 'values-beside-each-other'
  | 'collections-by-location'
  | 'several-approvers'
  | 'publish-detects-invalid'
  | 'jobs-run-by-themselves';

export interface Choices {
  readonly has: (choice: Choice) => boolean;
}
