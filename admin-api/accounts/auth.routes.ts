import { Router } from 'express'
import type { Kysely } from 'kysely'
import { logIn, logOut } from '../contract/auth.ts'
import { writeLog } from '../admin-log/admin-log.db.ts'
import { readMeta } from '../platform/database/meta.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { ApiError } from '../platform/http/errors.ts'
import { type RequestContext, route } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { deviceCookieSeconds, issueDevice, readDevice } from './device-cookie.ts'
import { createLoginThrottle } from './login-throttle.ts'
import { isPassword } from './password.ts'
import { addSecondFactorRoutes } from './second-factor/second-factor.routes.ts'
import { findSecondFactor, spendCode } from './second-factor/second-factor.ts'
import { closeSession, openSession } from './sessions.ts'

/** @param siteUrl the site's origin; its host is what the second factor is called by in an app. */
export function createAuthRoutes(services: Services, siteUrl: string): Router {
  const { db, clock, findSession } = services
  const router = Router()
  const throttle = createLoginThrottle(db)
  addSecondFactorRoutes(router, services, {
    host: new URL(siteUrl).host,
    throttle,
    isProof: async (proof) => (await spendCode(db, proof, clock())) || isOperatorsPassword(db, proof)
  })

  async function refuse(
    code: 'unauthorized' | 'code-needed',
    { log, message }: Refused,
    { actor }: RequestContext
  ): Promise<never> {
    const about = { level: 'WARNING', category: 'USER', action: 'CREATE', actor } as const
    await writeLog(db, { ...about, message: log }, clock())
    throw new ApiError(code, message)
  }

  route(
    router,
    logIn,
    async ({ password, code }, context) => {
      const { ip, network, userAgent, actor, token, setSession, deviceCookie, setDeviceCookie } = context
      const device = await readDevice(db, deviceCookie, clock())
      const caller = { device, network }
      await throttle.begin(caller)
      if (!(await isOperatorsPassword(db, password))) {
        await refuse('unauthorized', wrongPassword, context)
      }
      if ((await findSecondFactor(db)) !== null) {
        if (code === undefined) {
          await throttle.takeBack(caller)
          throw new ApiError('code-needed', 'Please enter the code that your authenticator app shows.')
        }
        if (!(await spendCode(db, code, clock()))) await refuse('code-needed', wrongCode, context)
      }
      await throttle.succeed(caller)
      // A token that the browser brought along, stolen or planted, ends here.
      if (token !== null) await closeSession(db, token)
      setSession(await openSession(db, { ip, userAgent }, clock()))
      setDeviceCookie(await issueDevice(db, device, clock()), deviceCookieSeconds)
      const operator = { ...actor, userId: 'admin' }
      const about = { level: 'INFO', category: 'USER', action: 'CREATE', actor: operator } as const
      await writeLog(db, { ...about, message: 'Logged in' }, clock())
      return { message: 'Welcome aboard, Captain.' }
    },
    { findSession }
  )

  route(
    router,
    logOut,
    async (_input, { actor, token, session, setSession }) => {
      // A form on a foreign page can send this call too, but without the cookie, so that it ends no session.
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

/** A refused login, for the log and for the caller. */
type Refused = { log: string; message: string }

const wrongPassword: Refused = { log: 'A wrong password was tried', message: 'Invalid credentials' }
const wrongCode: Refused = {
  log: 'The password was right, the code of the second factor was wrong',
  message: 'That code is not right, or was used already. Please try the next one.'
}

async function isOperatorsPassword(db: Kysely<Database>, password: string): Promise<boolean> {
  const stored = await readMeta(db, 'admin-password')
  return stored !== null && isPassword(password, stored)
}
