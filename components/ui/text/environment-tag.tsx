'use client'
import { useTranslations } from 'use-intl'
import { classes } from '../classes'

/** The environment of a service: a sandbox, or production, where a registration is a parcel. */
export type Environment = 'test' | 'production'

export type EnvironmentTagProps = {
  environment: Environment
  /** The connection's name, shown after the word. */
  name?: string
  className?: string
}

/**
 * Where data was or will be sent: the environment by word and colour, and the connection by its name.
 * The word is always shown, so the colour carries no information of its own.
 */
export function EnvironmentTag({ environment, name, className }: EnvironmentTagProps) {
  const t = useTranslations('environments')
  return (
    <span className={classes('inline-flex min-w-0 max-w-full items-center gap-1.5', className)}>
      <span className={classes('shrink-0 rounded px-1.5 text-2xs leading-4.5', looks[environment])}>
        {t(environment)}
      </span>
      {name !== undefined && (
        <bdi className="truncate" title={name}>
          {name}
        </bdi>
      )}
    </span>
  )
}

const looks: Record<Environment, string> = {
  test: 'border border-line-strong text-ink-2 leading-4',
  production:
    'bg-env-production font-semibold text-env-production-ink forced-colors:border forced-colors:leading-4',
}
