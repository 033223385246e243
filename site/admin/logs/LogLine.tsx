import type { AdminLog } from '../../../admin-api/contract/admin-log.ts'
import type { LogLevel } from '../../../admin-api/contract/vocabulary.ts'
import { formatInstant } from '../../lib/format.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { FundMessage } from '../FundMessage.tsx'
import { detailsOf, readable } from './log-words.ts'

const tones = { INFO: 'neutral', WARNING: 'warning', ERROR: 'bad' } as const satisfies Record<
  LogLevel,
  string
>

export function LogLine({ log }: { log: AdminLog }) {
  const { timestamp, level, category, action, ticker, user_id, ip_address } = log
  const details = detailsOf(log.metadata ?? {})
  return (
    <li className={`log-line grid text-s log-line--${tones[level]}`}>
      <time className="log-line__time muted text-xs tabular" dateTime={timestamp} title={timestamp}>
        {formatInstant(timestamp)}
      </time>{' '}
      <span className="log-line__level">
        <StatusBadge tone={tones[level]}>{level}</StatusBadge>
      </span>
      <div className="log-line__words">
        <p>{ticker === null ? log.message : <FundMessage ticker={ticker} message={log.message} />}</p>
        <p className="log-line__facts row muted text-xs tabular">
          <span>{readable(category)}</span> <span>{readable(action)}</span>{' '}
          <span>by {user_id ?? 'the service'}</span> {ip_address !== null && <span>from {ip_address}</span>}
        </p>
        {details.length > 0 && (
          <Disclosure
            summary={
              <>
                Details<span className="visually-hidden"> of {log.message}</span>
              </>
            }
          >
            <dl className="log-line__details">
              {details.map(({ name, value }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </Disclosure>
        )}
      </div>
    </li>
  )
}
