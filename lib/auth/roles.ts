import 'server-only'
import type { OperatorRole } from '@/lib/store/operator-tables'

const ORDER: readonly OperatorRole[] = ['viewer', 'editor', 'registrar', 'administrator']

/** Whether `role` may do what asks for `needed`: each role may do what the ones before it may. */
export const isAtLeast = (role: OperatorRole, needed: OperatorRole): boolean =>
  ORDER.indexOf(role) >= ORDER.indexOf(needed)
