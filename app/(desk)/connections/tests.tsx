'use client'
import { CircleAlert, CircleCheck, CircleX } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { HelpLink } from '@/app/(desk)/help/help-link'
import { Button } from '@/components/ui/buttons/button'
import { useTimeText } from '@/components/ui/text/time'
import type { CredentialTest } from '@/lib/contract/credentials'
import { type ConnectionView, testVerdict } from '@/lib/desk-api/connections/connections'
import { DAY_MS } from '@/lib/time-units'
import { joinSentences } from '@/lib/words/sentences/join'
import { utcText } from '@/lib/words/time/time-text'

const icons = { good: CircleCheck, open: CircleAlert, bad: CircleX }
const inks = { good: 'text-ok', open: 'text-warn', bad: 'text-fail' }

const isBad = (test: CredentialTest | null): boolean => test !== null && testVerdict(test) === 'bad'

const SOON_DAYS = 30

interface Props {
  connection: ConnectionView
  /** Whether this operator may test the credentials. */
  mayTest: boolean
}

/** The last test result of each credential of a connection, and the button that tests them. */
export function Tests({ connection, mayTest }: Props) {
  const t = useTranslations('connections')
  const router = useRouter()
  const [isTesting, setTesting] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { tests } = connection
  const isTested = tests.accessToken !== null || tests.secretKey !== null

  const test = async () => {
    if (isTesting) return
    setTesting(true)
    setProblem(undefined)
    try {
      const response = await fetch(`/connections/${connection.id}/test`, {
        method: 'POST',
        cache: 'no-store',
      })
      if (response.ok) router.refresh()
      else setProblem(t('probe.notTested'))
    } catch {
      setProblem(t('probe.notTested'))
    } finally {
      setTesting(false)
    }
  }

  return (
    <div className="flex items-start gap-3">
      {mayTest && (
        <Button
          size="small"
          onClick={test}
          disabled={isTesting}
          focusableWhenDisabled
          aria-label={t('probe.test', { name: connection.name })}
        >
          {t(isTesting ? 'probe.testing' : 'probe.act')}
        </Button>
      )}
      <ul aria-live="polite" aria-busy={isTesting} className="min-w-0 flex-1 py-0.75 text-xs">
        {problem !== undefined && <li className="text-fail">{problem}</li>}
        {!isTested && problem === undefined && <li className="text-ink-3">{t('probe.never')}</li>}
        {(['accessToken', 'secretKey'] as const).map(
          credential =>
            tests[credential] && <Result key={credential} credential={credential} test={tests[credential]} />,
        )}
        {(['accessToken', 'secretKey'] as const).some(each => isBad(tests[each])) && (
          <li className="pt-0.5 pl-5">
            <HelpLink href="/help/connections#test-it">{t('probe.guide')}</HelpLink>
          </li>
        )}
      </ul>
    </div>
  )
}

function Result({ credential, test }: { credential: 'accessToken' | 'secretKey'; test: CredentialTest }) {
  const t = useTranslations('connections')
  const locale = useLocale()
  const time = useTimeText()
  const { code, at, values = {} } = test
  const tone = testVerdict(test)
  const Icon = icons[tone]
  const { general, generalStatus, latency, certificateEnds } = values
  const ends = certificateEnds === undefined ? undefined : new Date(certificateEnds)
  const isEnding = ends && ends.getTime() - Date.parse(at) < SOON_DAYS * DAY_MS
  const more = [
    general !== undefined &&
      t('probe.general', { sentence: sentence(t, String(general), credential, generalStatus) }),
    isEnding && t('probe.ending', { date: time(ends.getTime(), 'day') }),
  ]
  return (
    <li className="flex gap-1.5 py-0.5">
      <Icon className={`mt-px size-3.5 shrink-0 ${inks[tone]}`} aria-hidden />
      <span className="min-w-0">
        {t.rich('probe.result', {
          name: t(`columns.${credential}`),
          text: joinSentences(locale, [sentence(t, code, credential, values.status), ...more]),
          b: name => <strong className="font-medium">{name}</strong>,
        })}{' '}
        <span className="inline-block text-ink-3">
          <span title={utcText(at)}>{t('probe.when', { time: time(at, 'minute') })}</span>
          {typeof latency === 'number' && ` · ${t('probe.latency', { latency })}`}
        </span>
      </span>
    </li>
  )
}

const sentence = (
  t: ReturnType<typeof useTranslations<'connections'>>,
  code: string,
  credential: 'accessToken' | 'secretKey',
  status: string | number | undefined,
): string => {
  const key = `probe.codes.${code}`
  return t.has(key as 'probe.codes.works')
    ? t(key as 'probe.codes.works', { credential, status: status ?? 'none' })
    : code
}
