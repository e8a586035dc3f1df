import { authentication } from '../authentication/service.ts';
import { governance } from '../governance/service.ts';
import { privilegedAccess } from '../privileged-access/service.ts';
import type { ServiceKind } from './define-service.ts';
import type { DocumentName } from './documents.ts';

/** The service of each document. */
export const services: Readonly<Record<DocumentName, ServiceKind>> = { 'privileged-access': privilegedAccess, authentication, governance };
