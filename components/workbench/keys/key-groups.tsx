import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { keyCaps } from '@/components/ui/keyboard/key-caps'
import { useKeyCaps } from '@/components/ui/keyboard/use-key-caps'
import { type HelpGroup, type HelpKey, helpGroups } from './help-keys'

// On a Mac, keys are also found by their names on a PC, because manuals of other programs say Ctrl.
const capsOnPc = (keys: string): string => keyCaps(keys, false)

/** The keys whose description, group or name has a text, in their groups; all of them for a blank text. */
export function useMatchingKeys(wanted: string): readonly HelpGroup[] {
  const t = useTranslations('help')
  const shownCaps = useKeyCaps()
  return useMemo(() => {
    // Keys are found with and without the sign between them.
    const plain = (text: string) => text.toLowerCase().replaceAll('+', ' ')
    const query = plain(wanted.trim())
    const matches = (group: HelpGroup, { id, keys }: HelpKey) =>
      plain(
        [
          t(`keys.${id}`),
          t(`groups.${group.id}`),
          ...keys,
          ...keys.map(shownCaps),
          ...keys.map(capsOnPc),
        ].join(' '),
      ).includes(query)
    return helpGroups
      .map(group => ({ id: group.id, keys: group.keys.filter(key => matches(group, key)) }))
      .filter(group => group.keys.length > 0)
  }, [wanted, t, shownCaps])
}

interface Props {
  groups: readonly HelpGroup[]
  /** The level of the headings. */
  level: 2 | 3
}

/** Groups of keys under their headings; a sentence where there are none. */
export function KeyGroups({ groups, level }: Props) {
  const t = useTranslations('help')
  const Heading = `h${level}` as const
  if (groups.length === 0) return <p className="py-2 text-ink-2">{t('none')}</p>
  return groups.map(group => (
    <div key={group.id} className="break-inside-avoid pt-1.5">
      <Heading className="py-1 font-medium text-ink-3 text-xs">{t(`groups.${group.id}`)}</Heading>
      <dl>
        {group.keys.map(({ id, keys }) => (
          <div key={id} className="flex items-baseline gap-2 py-0.75">
            <dt className="min-w-0 flex-1">{t(`keys.${id}`)}</dt>
            <dd className="flex max-w-36 flex-wrap justify-end gap-1">
              {keys.map(caps => (
                <Caps key={caps} keys={caps} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  ))
}

function Caps({ keys }: { keys: string }) {
  const shownCaps = useKeyCaps()
  return (
    <kbd className="whitespace-nowrap rounded border border-line bg-bg px-1 font-sans text-2xs text-ink-2">
      {shownCaps(keys)}
    </kbd>
  )
}
