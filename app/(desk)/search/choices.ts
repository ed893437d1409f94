import type { SearchItem, SearchKind } from '@/lib/desk-api/search'
import { type Destination, isMeant, matchDestinations } from './destinations'
import type { RecentItem } from './recent-items'

/** Groups of the list, as their headings name them. */
export type ChoiceGroup =
  | 'recent'
  | 'pages'
  | 'commands'
  | 'orders'
  | 'lines'
  | 'products'
  | 'drafts'
  | 'runs'
  | 'connections'
  | 'help'

/** One row of the list; `key` is unique in it. */
export type Choice = { readonly key: string } & (
  | { readonly type: 'found'; readonly item: SearchItem }
  | { readonly type: 'recent'; readonly item: RecentItem }
  | { readonly type: 'destination'; readonly destination: Destination }
)

/** Rows under one heading. */
export interface ChoiceSection {
  /** Unique in the list, in which a heading may come twice. */
  readonly id: string
  readonly group: ChoiceGroup
  readonly choices: readonly Choice[]
}

/** The groups of what the desk found, in the order of the list. */
const GROUP_OF = {
  order: 'orders',
  draftOrder: 'lines',
  draftProduct: 'lines',
  product: 'products',
  catalog: 'products',
  draft: 'drafts',
  run: 'runs',
  request: 'runs',
  connection: 'connections',
  help: 'help',
} as const satisfies Record<SearchKind, ChoiceGroup>

const FOUND_GROUPS = ['orders', 'lines', 'products', 'drafts', 'runs', 'connections', 'help'] as const

/** The list while nothing is typed: what was opened last, then all commands. */
export function choicesWithoutText(
  recent: readonly RecentItem[],
  destinations: readonly Destination[],
): readonly ChoiceSection[] {
  return [
    {
      id: 'recent',
      group: 'recent' as const,
      choices: recent.map(item => ({ key: `recent ${item.href}`, type: 'recent' as const, item })),
    },
    ...destinationSections(destinations, ['commands', 'pages'], 'all'),
  ].filter(({ choices }) => choices.length > 0)
}

/**
 * The list for a text. Pages and commands come first where the text begins their name, otherwise last.
 * @param further where the search goes on, by its group
 */
export function choicesFor(
  text: string,
  found: readonly SearchItem[],
  destinations: readonly Destination[],
  further: readonly Destination[],
): readonly ChoiceSection[] {
  const matches = matchDestinations(destinations, text)
  const meant = matches.filter(each => isMeant(each, text))
  const others = matches.filter(each => !meant.includes(each))
  return [
    ...destinationSections(meant, ['pages', 'commands'], 'meant'),
    ...FOUND_GROUPS.map(group => ({
      id: group,
      group,
      choices: found
        .filter(({ kind }) => GROUP_OF[kind] === group)
        .map(item => ({ key: `${item.kind} ${item.id}`, type: 'found' as const, item })),
    })),
    ...destinationSections([...others, ...further], ['pages', 'commands'], 'other'),
  ].filter(({ choices }) => choices.length > 0)
}

/** @param id of the sections, together with their group */
function destinationSections(
  destinations: readonly Destination[],
  groups: readonly Destination['group'][],
  id: string,
): readonly ChoiceSection[] {
  return groups.map(group => ({
    id: `${id} ${group}`,
    group,
    choices: destinations
      .filter(destination => destination.group === group)
      .map(destination => ({
        key: `${destination.group} ${destination.title}`,
        type: 'destination' as const,
        destination,
      })),
  }))
}

/** What the browser remembers of a result that was opened; undefined where it has no number, code or name. */
export function recentOf(item: SearchItem): RecentItem | undefined {
  if (item.title === '') return undefined
  const kind = item.kind === 'run' ? item.run : item.kind
  return { kind, href: item.href, title: item.title }
}
