'use client'
import Link from 'next/link'
import { useLocale, useTranslations } from 'use-intl'
import { RemoveDialog } from '@/app/(desk)/settings/remove-dialog'
import { Notice } from '@/components/ui/feedback/notice'
import type { MemberView } from '@/lib/desk-api/people/team'
import { isolated } from '@/lib/words/sentences/isolated'
import { listOf } from '@/lib/words/sentences/join'
import { removeMember } from './actions'

/** Asks before an operator is removed, and says what that means, and which of their keys still work then. */
export function RemoveMember({ member, onClose }: { member: MemberView; onClose: () => void }) {
  const t = useTranslations('team')
  const locale = useLocale()
  const { keys, clients } = member.created
  const lists = [
    { kind: 'keys', href: '/settings/keys', names: keys },
    { kind: 'clients', href: '/settings', names: clients },
  ] as const
  const created = lists.filter(({ names }) => names.length > 0)
  return (
    <RemoveDialog
      title={t('removeWhom', { name: member.name })}
      body={t('removeMeans', { email: member.email })}
      words={{
        cancel: t('cancel'),
        remove: t('remove'),
        done: t('announced.removed', { name: member.name }),
      }}
      remove={() => removeMember({ id: member.id })}
      onClose={onClose}
    >
      {created.length > 0 && (
        <Notice tone="warn">
          <p>{t('created.lead', { name: member.name })}</p>
          <ul className="list-disc pl-4">
            {created.map(({ kind, href, names }) => (
              <li key={kind} className="wrap-anywhere">
                {t.rich(`created.${kind}`, {
                  list: listOf(locale, names.map(isolated)),
                  link: text => (
                    <Link href={href} className="underline">
                      {text}
                    </Link>
                  ),
                })}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </RemoveDialog>
  )
}
