'use client'
import { useOptimistic } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '@/app/(desk)/use-action'
import { useToast } from '@/components/ui/feedback/toast'
import { Field } from '@/components/ui/fields/field'
import { Select } from '@/components/ui/fields/select'
import { type Rehearsal, rehearsals } from '@/lib/contract/rehearsals'
import type { ConnectionView } from '@/lib/desk-api/connections/connections'
import { rehearseConnection } from './actions'

/** A mode, or a value for "does not misbehave": a select has no null option. */
type Choice = Rehearsal | 'behaves'

interface Props {
  connection: Pick<ConnectionView, 'id' | 'name' | 'rehearsal'>
  mayEdit: boolean
}

/** How the built-in service misbehaves on purpose, and what operators then see. */
export function Rehearse({ connection: { id, name, rehearsal }, mayEdit }: Props) {
  const t = useTranslations('rehearsal')
  const { announce } = useToast()
  const [, startSaving] = useAction()
  const [mode, setMode] = useOptimistic<Choice>(rehearsal ?? 'behaves')
  const choices: readonly Choice[] = ['behaves', ...rehearsals]

  const choose = (chosen: Choice) =>
    startSaving(async () => {
      setMode(chosen)
      const outcome = await rehearseConnection({ id, rehearsal: chosen === 'behaves' ? null : chosen })
      announce(outcome.ok ? t('started', { name, mode: t(`modes.${chosen}.name`) }) : outcome.problem.message)
    })

  if (!mayEdit)
    return (
      <p className="text-ink-2 text-xs">
        {t('current', { mode: t(`modes.${mode}.name`), seen: t(`modes.${mode}.seen`) })}
      </p>
    )
  return (
    <Field label={t('label')} hint={t(`modes.${mode}.seen`)}>
      <Select
        className="w-72"
        value={mode}
        onChange={choose}
        choices={choices.map(value => ({ value, label: t(`modes.${value}.name`) }))}
      />
    </Field>
  )
}
