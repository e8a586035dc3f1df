import type { Specs } from '../model/types.ts';
import type { Deployment } from '../export/deployment.ts';
import { fillAddresses, serviceAddress } from '../profile/addresses.ts';
import { readProfile } from '../profile/load-profile.ts';
import { UsageError } from './fail.ts';

/** Where `assay mock --port 8080` puts the first service. */
const MOCK_PORT = 8080;

/** A profile's addresses and bindings; who provides states, and with which credentials, is nobody's business here. Throws SpecError, UsageError. */
export function deploymentOf(file: string, specs: Specs, env: Readonly<Record<string, string | undefined>>): Deployment {
  const { name, services: given = {}, embedded } = readProfile(file, specs);
  const { services = {} } = fillAddresses({ name, services: given }, file, env);
  return {
    name,
    services: Object.fromEntries(
      Object.values(specs.documents).flatMap(({ name: document, document: { portOffset = 0 } }) => {
        const service = services[document];
        if (service === undefined) return [];
        const {
          baseUrl = embedded === undefined ? undefined : `http://127.0.0.1:${MOCK_PORT + portOffset}`,
          bindings = {},
          declares = [],
          headers = {},
        } = service;
        const key = `services.${document}.baseUrl`;
        if (baseUrl === undefined)
          throw new UsageError(
            'service-address-missing',
            `${file}  ${key}  expected the address of the service, found nothing. Add baseUrl: https://…`,
          );
        return [[document, { baseUrl: serviceAddress(key, baseUrl, file), bindings, declares, headers }] as const];
      }),
    ),
  };
}
