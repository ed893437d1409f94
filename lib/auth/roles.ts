import 'server-only'
import type { OperatorRole } from '@/lib/store/people/tables'

const ORDER: readonly OperatorRole[] = ['viewer', 'editor', 'registrar', 'administrator']

/** Whether `role` includes the permissions of `needed`: each role includes the roles before it. */
export const isAtLeast = (role: OperatorRole, needed: OperatorRole): boolean =>
  ORDER.indexOf(role) >= ORDER.indexOf(needed)

/**
 * Whether `role` may read evidence: original files, raw requests and responses, and the payload of each
 * order. Viewers may read drafts and their statuses only (docs/decisions/0057).
 */
export const mayReadEvidence = (role: OperatorRole): boolean => isAtLeast(role, 'editor')
