import { Router } from 'express'
import { logIn, logOut } from '../../contract/auth.ts'
import { writeLog } from '../../db/admin-log.db.ts'
import { readMeta } from '../../db/meta.db.ts'
import { ApiError } from '../../http/errors.ts'
import { route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { createLoginThrottle } from './login-throttle.ts'
import { isPassword } from './password.ts'
import { closeSession, openSession } from './sessions.ts'

export function createAuthRoutes({ db, clock, findSession }: Services): Router {
  const router = Router()
  const throttle = createLoginThrottle(clock)

  route(
    router,
    logIn,
    async ({ password }, { ip, userAgent, actor, token, setSession }) => {
      throttle.begin(ip)
      const stored = await readMeta(db, 'admin-password')
      const about = { category: 'USER', action: 'CREATE', actor } as const
      if (stored === null || !(await isPassword(password, stored))) {
        await writeLog(db, { ...about, level: 'WARNING', message: 'A wrong password was tried' }, clock())
        throw new ApiError('unauthorized', 'Invalid credentials')
      }
      throttle.succeed(ip)
      // Whatever token the browser brought, it is worth nothing from here on.
      if (token !== null) await closeSession(db, token)
      setSession(await openSession(db, { ip, userAgent }, clock()))
      const operator = { ...actor, userId: 'admin' }
      await writeLog(db, { ...about, level: 'INFO', actor: operator, message: 'Logged in' }, clock())
      return { message: 'Welcome aboard, Captain.' }
    },
    { findSession }
  )

  route(
    router,
    logOut,
    async (_input, { actor, token, session, setSession }) => {
      // Without a cookie there is none to take away: a form on a foreign page could send such a call.
      if (token !== null) {
        await closeSession(db, token)
        setSession(null)
      }
      if (session !== null) {
        const about = { level: 'INFO', category: 'USER', action: 'DELETE' } as const
        await writeLog(db, { ...about, actor, message: 'Logged out' }, clock())
      }
      return { message: 'You are logged out.' }
    },
    { findSession }
  )

  return router
}
