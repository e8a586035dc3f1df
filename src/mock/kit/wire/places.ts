import { documentOf } from '../../../model/document-of.ts';
import { join } from 'node:path';
import { loadSpecs } from '../../../model/load.ts';
import { pointerSegments } from '../../../model/pointer.ts';
import { SPECS_FOLDER } from '../../../model/specs-folder.ts';
import type { Binding, DocumentSpec, OperationRow, ProfileFile } from '../../../model/types.ts';
import { readYamlFile } from '../../../model/yaml-file.ts';
import type { DocumentName } from '../documents.ts';
import { isObject, parseObject } from '../json.ts';
import { splitTarget } from '../router.ts';
import type { WireRequest } from '../service.ts';

/** Where this deployment puts what the specs speak of: as the documents show, and as its own profile says where they show nothing. */
export interface Places {
  readonly spec: DocumentSpec;
  /** ids of the operations that a request may be; several share one path */
  readonly operations: (request: WireRequest) => readonly string[];
  /** path in the body of an operation's answer where the specs' path leads */
  readonly inBody: (operations: readonly string[], path: readonly string[]) => readonly string[];
  /** path of the error name in the body of a refusal */
  readonly errorName: readonly string[];
}

let profile: ProfileFile | undefined;
const known = new Map<DocumentName, Places>();

/** The places of one service; read once. */
export function placesOf(document: DocumentName): Places {
  const places = known.get(document) ?? readPlaces(document);
  known.set(document, places);
  return places;
}

function readPlaces(document: DocumentName): Places {
  profile ??= readYamlFile<ProfileFile>(join(SPECS_FOLDER, 'profiles', 'mock.yaml'), 'profile');
  const spec = documentOf(loadSpecs(), document);
  const bindings = profile.services?.[document]?.bindings ?? {};
  const bindingOf = (id: string): Binding => {
    const binding = bindings[id];
    return typeof binding === 'object' ? binding : {};
  };
  const routes = spec.endpoints.operations.flatMap((operation) => routeOf(operation, bindingOf(operation.id)));
  return {
    spec,
    operations({ method, target, body }) {
      const { path } = splitTarget(target);
      const matching = routes.filter((route) => route.method === method && route.path.test(path));
      const here = matching.filter(({ parameters }) => parameters === Math.min(...matching.map((route) => route.parameters)));
      if (here.length < 2) return here.map(({ id }) => id);
      const members = Object.keys(parseObject(body) ?? {});
      return here.filter((route) => route.takes(members)).map(({ id }) => id);
    },
    inBody: (operations, path) => placed(operations.map(bindingOf).find(({ response }) => response !== undefined)?.response ?? {}, path),
    errorName: pointerSegments(spec.errors.errorName ?? (typeof bindings['errorName'] === 'string' ? bindings['errorName'] : '')),
  };
}

interface KnownRoute {
  readonly id: string;
  readonly method: string;
  readonly path: RegExp;
  /** how many of its segments stand for anything: where several paths fit, those that say most are meant */
  readonly parameters: number;
  /** whether a body of these members is one that the profile shows for it */
  readonly takes: (members: readonly string[]) => boolean;
}

function routeOf({ id, method, path, parameters = [] }: OperationRow, binding: Binding): readonly KnownRoute[] {
  const [verb, template] = [binding.method ?? method, binding.path ?? path];
  if (verb === undefined || template === undefined) return [];
  const [own = ''] = template.split('?');
  const pattern = own
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]+');
  const shown = isObject(binding.body) ? Object.entries(binding.body) : undefined;
  const needed = parameters.filter(({ required }) => required === true).map(({ name }) => `$${name}`);
  const takes = (members: readonly string[]): boolean =>
    shown === undefined ||
    (members.every((member) => shown.some(([name]) => name === member)) &&
      shown.every(([name, value]) => members.includes(name) || !needed.some((one) => one === value)));
  return [{ id, method: verb, path: new RegExp(`^${pattern}$`), parameters: own.split('{').length, takes }];
}

/** The longest part of a path that a binding speaks of is where it says; what is in a list stands as the document shows it. */
function placed(fields: Readonly<Record<string, string>>, path: readonly string[]): readonly string[] {
  const list = path.indexOf('*');
  const most = list === -1 ? path.length : list;
  const lengths = Array.from({ length: most }, (_unset, index) => most - index);
  const length = lengths.find((one) => fields[path.slice(0, one).join('.')] !== undefined) ?? 0;
  const own = length === 0 ? fields['root'] : fields[path.slice(0, length).join('.')];
  return [...pointerSegments(own ?? ''), ...path.slice(length)];
}
