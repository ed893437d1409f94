'use client'
import { useTranslations } from 'use-intl'
import { useToast } from '@/components/ui/feedback/toast'
import { NameField as Field } from '@/components/ui/fields/name-field'
import { renameRecipe } from './actions'

/** A recipe's name, edited in place. */
export function NameField({ id, name, onEnd }: { id: string; name: string; onEnd: () => void }) {
  const t = useTranslations('intake.recipes')
  const { announce } = useToast()
  const keep = async (typed: string) => {
    const outcome = await renameRecipe({ id, name: typed })
    if (!outcome.ok) announce(outcome.problem.message)
  }
  return <Field label={t('newName', { name })} name={name} onName={keep} onEnd={onEnd} />
}
