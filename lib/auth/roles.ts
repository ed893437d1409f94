import 'server-only'
import type { OperatorRole } from '@/lib/store/operator-tables'

const ORDER: readonly OperatorRole[] = ['viewer', 'editor', 'registrar', 'administrator']

/** Whether `role` may do what asks for `needed`: each role may do what the ones before it may. */
export const isAtLeast = (role: OperatorRole, needed: OperatorRole): boolean =>
  ORDER.indexOf(role) >= ORDER.indexOf(needed)

/**
 * Whether `role` may read evidence: original files, requests and responses as they were sent and received, and what was
 * sent of each order. A viewer reads drafts and what became of them, and no evidence (docs/decisions/0057).
 */
export const mayReadEvidence = (role: OperatorRole): boolean => isAtLeast(role, 'editor')
