import { CircleCheck, CircleDashed } from 'lucide-react'
import Link from 'next/link'
import { HelpLink } from '@/app/(desk)/help/help-link'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { firstSteps } from '@/lib/desk/home/first-steps'
import { getTranslations } from '@/lib/words/server'
import { HideSteps } from './hide-steps'

const t = getTranslations('home.steps')

/** The first steps of a workspace in their order, where each is done, and the role that it takes. */
const allSteps = [
  ['connection', '/connections', 'administrator'],
  ['preset', '/settings/presets', 'editor'],
  ['file', '/orders/japan/new', 'editor'],
  ['registration', '/orders/japan', 'registrar'],
] as const

/**
 * The remaining steps of setting up Lading that this operator may take, until all are done or the operator hides them.
 * Renders nothing for an operator who only reads.
 */
export async function FirstSteps() {
  const { id, role } = await requireOperator()
  const steps = allSteps.filter(([, , needed]) => isAtLeast(role, needed))
  const done = steps.length > 0 ? await firstSteps(id) : undefined
  if (!done || steps.every(([step]) => done[step])) return null
  return (
    <section
      aria-labelledby="first-steps"
      className="flex flex-wrap items-center gap-x-6 gap-y-1.5 border-line border-b bg-panel px-3.5 py-2"
    >
      <h2 id="first-steps" className="font-semibold text-ink-2 text-sm">
        {t('title')}
      </h2>
      <ol className="flex flex-wrap gap-x-6 gap-y-1.5">
        {steps.map(([step, href]) => (
          <li key={step} className="flex items-center gap-1.5">
            {done[step] ? (
              <CircleCheck aria-label={t('done')} role="img" className="size-3.5 text-ok" />
            ) : (
              <CircleDashed aria-hidden className="size-3.5 text-ink-3" />
            )}
            {done[step] ? (
              <span className="text-ink-3">{t(step)}</span>
            ) : (
              <Link href={href} prefetch={false} className="font-medium underline">
                {t(step)}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <div className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-1">
        <HelpLink href="/help/first-day">{t('guide')}</HelpLink>
        <HideSteps />
      </div>
    </section>
  )
}
