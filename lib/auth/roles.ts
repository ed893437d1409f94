import 'server-only'
import { type Role, roles } from '@/lib/roles'

/** Whether `role` includes the permissions of `needed`: each role includes the roles before it. */
export const isAtLeast = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed)

/**
 * Whether `role` may read evidence: original files, raw requests and responses, and the payload of each
 * order. Viewers may read only drafts and their statuses (docs/decisions/0057).
 */
export const mayReadEvidence = (role: Role): boolean => isAtLeast(role, 'editor')
