import { opaqueMark } from '../marks.ts';
import type { Call } from '../http/call.ts';
import type { Reply } from '../http/reply.ts';
import { callerOf } from './access.ts';
import { refuse } from './refusal.ts';
import { liveGroups } from './teams.ts';
import type { Group, Team, PrivilegedAccessService } from './teams.ts';

/** A page that a link has been given for. */
interface Position {
  readonly team: string;
  readonly start: number;
  /** as it was asked for on the first call */
  readonly count: number | undefined;
  /** of a link to the previous page */
  readonly isEarlier?: boolean;
}

const DEFAULT_SIZE = 60;

/** The list of groups, in pages of 60 unless a count below 100 asks for others; deleted groups stay in it. A link leads there once. */
export function groupPages(privilegedAccess: PrivilegedAccessService): (call: Call) => Reply {
  const positions = new Map<string, Position>();
  const link = (position: Position, rel: string, title: string): string => {
    const offset = opaqueMark(10);
    positions.set(offset, position);
    const query = new URLSearchParams({ ...(position.count === undefined ? {} : { count: `${position.count}` }), offset });
    // One of them begins at the path: that is a URL too.
    const base = rel === 'prev' ? new URL(privilegedAccess.baseUrl()).pathname : privilegedAccess.baseUrl();
    return `<${base}/v1/teams/${encodeURIComponent(position.team)}/groups?${query.toString()}>; title="${title}"; rel="${rel}"`;
  };

  return (call) => {
    const { defects } = privilegedAccess;
    const { team: own } = callerOf(privilegedAccess, call);
    const { team: name, start, count, isEarlier = false } = positionOf(call, own, positions);
    const team = privilegedAccess.teams.get(name) ?? own;
    const isWhole = start > 0 && defects.has('pam.rest-on-second-page');
    const rows = rowsOf(team);
    const isForgotten = start > 0 && defects.has('pam.count-on-first-page-only');
    const size =
      ((isForgotten ? undefined : count) ?? (isWhole ? rows.length : DEFAULT_SIZE)) +
      (count !== undefined && defects.has('pam.count-one-more') ? 1 : 0);
    const end = start + size;
    const total = defects.has('pam.deleted-count-shortens-list') ? liveGroups(team).length : rows.length;
    const isLast = isEarlier && defects.has('pam.prev-page-without-next');
    const more = end < total - (defects.has('pam.last-group-unreachable') ? 1 : 0) && !isLast;
    const isGrown = start > 0 && count !== undefined && defects.has('pam.count-grows-in-later-links');
    const carried = start > 0 && defects.has('pam.count-forgotten') ? undefined : isGrown ? 100 : count;
    const carriedBack = defects.has('pam.count-lost-on-prev') ? undefined : carried;
    const before = defects.has('pam.prev-is-first') ? 0 : Math.max(0, start - size + (defects.has('pam.prev-one-late') ? 1 : 0));
    const after = size > 1 && defects.has('pam.page-repeats') ? end - 1 : end;
    const isBare = count === undefined && defects.has('pam.no-links-without-count');
    const links = [
      ...(start > 0 && more
        ? [link({ team: team.name, start: before, count: carriedBack, isEarlier: true }, 'prev', 'earlier, sooner')]
        : []),
      ...(more
        ? [link({ team: team.name, start: after, count: carried }, 'next https://second.example.test/rels/onward', 'later; \\"further\\"')]
        : []),
    ];
    const help = '<https://docs.second.example.test/groups>; type="text/html"; rel="describedby"';
    const list = rows.slice(start, end).map((group) => viewOf(team, listed(team, group)));
    const envelope = {
      seen_at: privilegedAccess.clock.now(),
      total: null,
      list: list.length === 0 && defects.has('pam.empty-list-null') ? null : list,
    };
    return {
      status: 200,
      headers: { Link: links.length === 0 || isBare ? help : [help, links.join(', ')] },
      json: start === 0 && !more && defects.has('pam.single-page-bare-array') ? list : envelope,
    };
  };
}

/** Of the link that was followed, else of the first page: a count that is no number is refused, one of 100 and more ignored. */
function positionOf(call: Call, team: Team, positions: Map<string, Position>): Position {
  const offset = call.query.get('offset');
  const position = offset === null ? undefined : positions.get(offset);
  const isForeign = position !== undefined && position.team !== team.name && !team.defects.has('pam.offset-of-another-team');
  if (offset !== null && (position === undefined || isForeign)) throw refuse('resource_does_not_exist', 'There is no such page.');
  if (offset !== null && position !== undefined) {
    positions.delete(offset);
    return position;
  }
  const asked = call.query.get('count');
  if (asked !== null && !/^[1-9]\d*$/.test(asked)) throw refuse('invalid_request', 'How many is that?');
  const most = team.defects.has('pam.large-count-taken') ? Infinity : 100;
  const tooMany = team.defects.has('pam.count-99-ignored') ? 99 : most;
  const count = asked === null || Number(asked) >= tooMany ? undefined : Number(asked);
  return { team: team.name, start: 0, count };
}

/** What the list is made of: each group once, but for defects. */
function rowsOf({ groups, defects }: Team): readonly Group[] {
  const rows = defects.has('pam.list-once-per-role')
    ? groups.flatMap((group) => [group, ...[...group.roles].slice(1).map(() => group)])
    : groups;
  return defects.has('pam.list-omits-roleless') ? rows.filter(({ roles }) => roles.size > 0) : rows;
}

/** A group as the list shows it: as it is, but for defects. */
function listed({ groups, defects }: Team, group: Group): Group {
  group.listedRoles ??= new Set(group.roles);
  const roles = defects.has('pam.list-roles-cached') ? group.listedRoles : group.roles;
  const first = defects.has('pam.list-shows-first-roles') ? group.firstRoles : roles;
  const namesake = groups.find(({ name }) => name === group.name);
  return {
    ...group,
    name: defects.has('pam.list-escapes-names') ? group.name.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : group.name,
    roles: new Set(defects.has('pam.list-titles-roles') ? [...first].map(titled) : first),
    deletedAt: (defects.has('pam.namesake-looks-deleted') ? namesake : group)?.deletedAt,
  };
}

/** 'Security Admin' */
function titled(role: string): string {
  return role.replaceAll('_', ' ').replaceAll(/\b./g, (letter) => letter.toUpperCase());
}

export function viewOf({ defects }: Team, { id, name, roles, deletedAt, members }: Group): unknown {
  const zero = defects.has('pam.deleted-at-zero-time') ? '0001-01-01T00:00:00Z' : null;
  const none = defects.has('pam.deleted-at-empty') ? '' : zero;
  const present = defects.has('pam.deleted-at-absent') ? undefined : defects.has('pam.deleted-at-zero') ? 0 : none;
  const isNull = roles.size === 0 && defects.has('pam.no-roles-null');
  const shown = [...roles].toReversed().map((role) => (defects.has('pam.roles-hyphenated') ? role.replaceAll('_', '-') : role));
  const isBare = roles.size === 1 && defects.has('pam.single-role-unwrapped');
  return {
    member_count: members.size,
    deleted_at: deletedAt ?? present,
    roles: isNull ? null : isBare ? shown[0] : shown,
    name,
    id,
    kind: 'group',
  };
}
