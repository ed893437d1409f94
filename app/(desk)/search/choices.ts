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
  | 'further'

/** One row of the list; `key` is unique in it. */
export type Choice = { readonly key: string } & (
  | { readonly type: 'found'; readonly item: SearchItem }
  | { readonly type: 'recent'; readonly item: RecentItem }
  | { readonly type: 'destination'; readonly destination: Destination }
)

/** Rows under one heading; each heading is in the list once. */
export interface ChoiceSection {
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
      group: 'recent' as const,
      choices: recent.map(item => ({ key: `recent ${item.href}`, type: 'recent' as const, item })),
    },
    ...destinationSections(destinations, ['commands', 'pages']),
  ].filter(({ choices }) => choices.length > 0)
}

/**
 * The list for a text. Pages are first if the name of one begins with the text, otherwise after the results; the
 * same for commands.
 * @param further pages that search more, at the end
 */
export function choicesFor(
  text: string,
  found: readonly SearchItem[],
  destinations: readonly Destination[],
  further: readonly Destination[],
): readonly ChoiceSection[] {
  const matches = matchDestinations(destinations, text)
  const meant = matches.filter(each => isMeant(each, text))
  const ordered = [...meant, ...matches.filter(each => !meant.includes(each))]
  const isMeantGroup = (group: Destination['group']) => meant.some(each => each.group === group)
  const groups = ['pages', 'commands'] as const
  return [
    ...destinationSections(ordered, groups.filter(isMeantGroup)),
    ...FOUND_GROUPS.map(group => ({
      group,
      choices: found
        .filter(({ kind }) => GROUP_OF[kind] === group)
        .map(item => ({ key: `${item.kind} ${item.id}`, type: 'found' as const, item })),
    })),
    ...destinationSections(
      ordered,
      groups.filter(group => !isMeantGroup(group)),
    ),
    ...destinationSections(further, ['further']),
  ].filter(({ choices }) => choices.length > 0)
}

/** Whether the first row is a page or command that the text names: it stays first, whatever the desk finds. */
export function isFirstCertain(sections: readonly ChoiceSection[], text: string): boolean {
  const first = sections[0]?.choices[0]
  return (
    first?.type === 'destination' && first.destination.group !== 'further' && isMeant(first.destination, text)
  )
}

/** How many rows match the text. Links to further searches are not counted. */
export const countMatches = (sections: readonly ChoiceSection[]): number =>
  sections.reduce((sum, { group, choices }) => (group === 'further' ? sum : sum + choices.length), 0)

function destinationSections(
  destinations: readonly Destination[],
  groups: readonly Destination['group'][],
): readonly ChoiceSection[] {
  return groups.map(group => ({
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
