import Link from 'next/link'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { classes } from '@/components/ui/classes'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'

/** Problems that are solved on the connections page. */
const CONNECTION_PROBLEMS: ReadonlySet<string> = new Set([
  'blocked',
  'refused',
  'unreachable',
  'certificate',
  'credential',
  'permission',
  'address',
  'redirect',
  'token_ended',
  'no_credential',
  'connection_gone',
  'connection_moved',
  'connection_changed',
])

/** Links to where the problem of a run is solved. @param code that of the problem */
export function ProblemLinks({ code }: { code: string }) {
  const t = useWorkbenchTranslations()
  return (
    <>
      {CONNECTION_PROBLEMS.has(code) && (
        <Link href="/connections" prefetch={false} className={buttonClasses(undefined, 'small')}>
          {t('stopped.connections')}
        </Link>
      )}
      {code === 'unknown_outcome' && (
        <Link
          href="/unknown"
          prefetch={false}
          className={classes(buttonClasses(undefined, 'small'), 'h-auto! max-w-full whitespace-normal! py-1')}
        >
          {t('stopped.resolve')}
        </Link>
      )}
    </>
  )
}
