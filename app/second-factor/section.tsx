'use client'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useReauthentication } from '@/app/(desk)/reauthentication'
import { useAction } from '@/app/(desk)/use-action'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { useToast } from '@/components/ui/feedback/toast'
import { useTimeText } from '@/components/ui/text/time'
import type { NewRecoveryCodes, SecondFactorView, TotpSetUp } from '@/lib/desk-api/people/account'
import type { Result } from '@/lib/desk-api/result'
import { beginPasskey, beginTotp, deletePasskey, deleteTotp, renewRecoveryCodes } from './actions'
import { CONTINUE_ID } from './continue-id'
import { PasskeyDialog } from './passkey-dialog'
import { RecoveryCodesDialog } from './recovery-codes-dialog'
import { TotpDialog } from './totp-dialog'

type Open =
  | { readonly kind: 'totp'; readonly setUp: TotpSetUp }
  | { readonly kind: 'passkey'; readonly options: string }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

/** The operator's second factors, with what adds and removes each. */
export function SecondFactors({ factors }: { factors: SecondFactorView }) {
  const t = useTranslations('secondFactor')
  const time = useTimeText()
  const withReauthentication = useReauthentication()
  const { announce } = useToast()
  const [open, setOpen] = useState<Open>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useAction()
  const newCodes = useRef<HTMLButtonElement>(null)
  const hasAny = factors.totpAt !== null || factors.passkeys.length > 0

  const run = <T,>(act: () => Promise<Result<T>>, done: (value: T) => void) =>
    start(async () => {
      setProblem(undefined)
      const outcome = await withReauthentication(act)
      if (outcome.ok) done(outcome.value)
      else setProblem(outcome.problem.message)
    })
  const added = (sentence: string) => (codes: NewRecoveryCodes) => {
    announce(sentence)
    setOpen(codes === null ? undefined : { kind: 'codes', codes })
  }
  const button = { size: 'small', disabled: isBusy, focusableWhenDisabled: true } as const

  return (
    <>
      <div role="alert" className={problem === undefined ? undefined : 'pb-2'}>
        {problem !== undefined && <Notice tone="fail">{problem}</Notice>}
      </div>
      {factors.reset && (
        <div className="pb-2">
          <Notice tone="warn">
            {factors.reset.by === null
              ? t('resetOnServer', { time: time(factors.reset.at, 'minute') })
              : t('resetBy', { name: factors.reset.by, time: time(factors.reset.at, 'minute') })}
          </Notice>
        </div>
      )}
      <ul className="flex flex-col">
        <Row
          title={t('app')}
          status={factors.totpAt === null ? t('none') : t('since', { date: time(factors.totpAt, 'day') })}
        >
          {factors.totpAt === null ? (
            <Button
              {...button}
              aria-label={t('setUpApp')}
              onClick={() =>
                run(
                  () => beginTotp({}),
                  setUp => setOpen({ kind: 'totp', setUp }),
                )
              }
            >
              {t('setUp')}
            </Button>
          ) : (
            <Button
              {...button}
              variant="quiet"
              aria-label={t('removeApp')}
              onClick={() =>
                run(
                  () => deleteTotp({}),
                  () => announce(t('appRemoved')),
                )
              }
            >
              {t('remove')}
            </Button>
          )}
        </Row>
        {factors.passkeys.map(({ id, name, createdAt, usedAt }) => (
          <Row
            key={id}
            title={t('passkeyNamed', { name })}
            status={
              usedAt === null
                ? t('since', { date: time(createdAt, 'day') })
                : t('used', { date: time(usedAt, 'minute') })
            }
          >
            <Button
              {...button}
              variant="quiet"
              aria-label={t('removePasskey', { name })}
              onClick={() =>
                run(
                  () => deletePasskey({ id }),
                  () => announce(t('passkeyRemoved', { name })),
                )
              }
            >
              {t('remove')}
            </Button>
          </Row>
        ))}
        <Row
          title={factors.passkeys.length === 0 ? t('passkeys') : t('anotherPasskey')}
          status={factors.canUsePasskeys ? t('passkeyHint') : t('unavailable')}
        >
          {factors.canUsePasskeys && (
            <Button
              {...button}
              onClick={() =>
                run(
                  () => beginPasskey({}),
                  options => setOpen({ kind: 'passkey', options }),
                )
              }
            >
              {t('addPasskey')}
            </Button>
          )}
        </Row>
        {hasAny && (
          <Row title={t('codes')} status={t('codesLeft', { count: factors.recoveryCodes })}>
            <Button
              {...button}
              ref={newCodes}
              onClick={() =>
                run(
                  () => renewRecoveryCodes({}),
                  codes => setOpen({ kind: 'codes', codes }),
                )
              }
            >
              {t('newCodes')}
            </Button>
          </Row>
        )}
      </ul>
      {open?.kind === 'totp' && (
        <TotpDialog setUp={open.setUp} onClose={() => setOpen(undefined)} onAdded={added(t('appAdded'))} />
      )}
      {open?.kind === 'passkey' && (
        <PasskeyDialog
          options={open.options}
          onClose={() => setOpen(undefined)}
          onAdded={added(t('passkeyAdded'))}
        />
      )}
      {open?.kind === 'codes' && (
        <RecoveryCodesDialog
          codes={open.codes}
          onClose={() => setOpen(undefined)}
          // The button that added the factor removes it now: one more Enter must not.
          focusNext={() => document.getElementById(CONTINUE_ID) ?? newCodes.current}
        />
      )}
    </>
  )
}

function Row({ title, status, children }: { title: string; status: string; children: ReactNode }) {
  return (
    <li className="flex min-h-11 items-center gap-4 border-line-soft border-b py-1.5">
      <div className="min-w-0 flex-1">
        <span className="block truncate">{title}</span>
        <span className="block text-ink-3 text-xs">{status}</span>
      </div>
      {children}
    </li>
  )
}
