'use client'
import { useOptimistic } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useReauthentication } from '@/app/(desk)/reauthentication'
import { useAction } from '@/app/(desk)/use-action'
import { Button } from '@/components/ui/buttons/button'
import { DataTable } from '@/components/ui/data/data-table'
import { useToast } from '@/components/ui/feedback/toast'
import { Select } from '@/components/ui/fields/select'
import { StackedTime } from '@/components/ui/text/time'
import type { InvitationLink, MemberView } from '@/lib/desk-api/people/team'
import { roles } from '@/lib/roles'
import { isolated } from '@/lib/words/sentences/isolated'
import { joinSentences, listOf } from '@/lib/words/sentences/join'
import { changeRole, linkToPassword, resetSecondFactor, restoreMember } from './actions'

interface Props {
  /** The operator who views the list: operators cannot remove themselves. */
  me: string
  members: readonly MemberView[]
  /** The name of the sign-in provider; null: none. */
  provider: string | null
  onRemove: (member: MemberView) => void
  onLink: (link: InvitationLink) => void
}

/** All operators, removed ones included. */
export function MemberTable({ me, members, provider, onRemove, onLink }: Props) {
  const t = useTranslations('team')
  return (
    <DataTable
      id="members"
      label={t('members')}
      stacksBelow={840}
      rows={members}
      rowKey={member => member.id}
      rowClassName={member => member.removedAt !== null && 'text-ink-3'}
      columns={[
        {
          id: 'name',
          heading: t('columns.name'),
          className: 'wrap-anywhere',
          isRowHeader: true,
          sortBy: member => member.name,
          cell: member => (
            <>
              {member.name}
              {member.id === me && <span className="font-normal text-ink-3"> · {t('you')}</span>}
              <span className="block font-normal text-ink-3 text-xs">
                {member.email}
                {member.isProvided && provider !== null && ` · ${t('byProvider', { name: provider })}`}
              </span>
            </>
          ),
        },
        {
          id: 'role',
          heading: t('columns.role'),
          width: 'w-44',
          sortBy: member => (member.removedAt === null ? roles.indexOf(member.role) : roles.length),
          cell: member => (member.removedAt === null ? <RoleSelect member={member} /> : t('removed')),
        },
        {
          id: 'secondFactor',
          heading: t('columns.secondFactor'),
          width: 'w-40',
          className: 'whitespace-nowrap',
          sortBy: member => (member.hasSecondFactor ? 1 : 0),
          cell: member => <SecondFactorState member={member} isMe={member.id === me} />,
        },
        {
          id: 'seen',
          heading: t('columns.seen'),
          width: 'w-32',
          className: 'whitespace-nowrap',
          sortsDescendingFirst: true,
          sortBy: member => member.seenAt,
          cell: member =>
            member.seenAt === null ? (
              <span className="text-ink-3">{t('notSeen')}</span>
            ) : (
              <StackedTime at={member.seenAt} kind="minute" />
            ),
        },
        {
          id: 'acts',
          heading: '',
          width: 'w-52',
          className: 'whitespace-nowrap text-right',
          cell: member => (
            <MemberActs member={member} isMe={member.id === me} onRemove={onRemove} onLink={onLink} />
          ),
        },
      ]}
    />
  )
}

function RoleSelect({ member }: { member: MemberView }) {
  const t = useTranslations('team')
  const locale = useLocale()
  const { announce } = useToast()
  const withReauthentication = useReauthentication()
  const [, start] = useAction()
  const [role, setRole] = useOptimistic(member.role)
  const choose = (chosen: MemberView['role']) =>
    start(async () => {
      setRole(chosen)
      const outcome = await withReauthentication(() => changeRole({ id: member.id, role: chosen }))
      if (!outcome.ok) return announce(outcome.problem.message)
      const done = t('announced.role', { name: member.name, role: t(`roles.${chosen}`) })
      const created = [...member.created.keys, ...member.created.clients]
      const keepsKeys = member.role === 'administrator' && chosen !== 'administrator' && created.length > 0
      const names = listOf(locale, created.map(isolated))
      announce(joinSentences(locale, [done, keepsKeys && t('created.demoted', { names })]))
    })
  return (
    <Select
      label={t('roleOf', { name: member.name })}
      value={role}
      onChange={choose}
      className="w-36"
      choices={roles.map(value => ({ value, label: t(`roles.${value}`) }))}
    />
  )
}

function SecondFactorState({ member, isMe }: { member: MemberView; isMe: boolean }) {
  const t = useTranslations('team')
  const { announce } = useToast()
  const withReauthentication = useReauthentication()
  const [isBusy, start] = useAction()
  if (!member.hasSecondFactor) return <span className="text-ink-3">{t('secondFactor.off')}</span>
  const reset = () =>
    start(async () => {
      const outcome = await withReauthentication(() => resetSecondFactor({ id: member.id }))
      announce(outcome.ok ? t('announced.secondFactorReset', { name: member.name }) : outcome.problem.message)
    })
  return (
    <>
      {t('secondFactor.on')}
      {!isMe && member.removedAt === null && (
        <Button
          variant="quiet"
          size="small"
          disabled={isBusy}
          focusableWhenDisabled
          onClick={reset}
          aria-label={t('secondFactor.resetWhom', { name: member.name })}
        >
          {t('secondFactor.reset')}
        </Button>
      )}
    </>
  )
}

function MemberActs({
  member,
  isMe,
  onRemove,
  onLink,
}: Pick<Props, 'onRemove' | 'onLink'> & { member: MemberView; isMe: boolean }) {
  const t = useTranslations('team')
  const { announce } = useToast()
  const withReauthentication = useReauthentication()
  const [isBusy, start] = useAction()
  const restore = () =>
    start(async () => {
      const outcome = await withReauthentication(() => restoreMember({ id: member.id }))
      announce(outcome.ok ? t('announced.restored', { name: member.name }) : outcome.problem.message)
    })
  const createLink = () =>
    start(async () => {
      const outcome = await withReauthentication(() => linkToPassword({ id: member.id }))
      if (outcome.ok) onLink(outcome.value)
      else announce(outcome.problem.message)
    })
  const button = { variant: 'quiet', size: 'small', disabled: isBusy, focusableWhenDisabled: true } as const
  if (member.removedAt !== null)
    return (
      <Button {...button} onClick={restore} aria-label={t('restoreWhom', { name: member.name })}>
        {t('restore')}
      </Button>
    )
  if (isMe) return null
  return (
    <>
      <Button {...button} onClick={createLink} aria-label={t('passwordWhom', { name: member.name })}>
        {t('password')}
      </Button>
      <Button
        {...button}
        onClick={() => onRemove(member)}
        aria-label={t('removeWhom', { name: member.name })}
      >
        {t('remove')}
      </Button>
    </>
  )
}
