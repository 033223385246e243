import { formatDividend } from '../../lib/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { FundSentence } from '../FundSentence.tsx'
import { countHeldBack, type Outcome, outcomeText } from './collection-state.ts'

type GroupOutcomeProps = { title: string; outcome: Outcome; onDismiss: () => void }

/** What came of each fund; failures first, because they want something done. */
export function GroupOutcome({ title, outcome, onDismiss }: GroupOutcomeProps) {
  const heldBack = countHeldBack(outcome)
  return (
    <div className="group-outcome">
      <div className="group-outcome__head">
        <p className="group-outcome__sum">{outcomeText(outcome)}</p>
        <button
          type="button"
          className="button button--icon group-outcome__close"
          aria-label={`Put away the outcome of ${title}`}
          onClick={onDismiss}
        >
          <Icon name="close" />
        </button>
      </div>
      {outcome.stopped !== null && <p className="group-card__failure">{outcome.stopped}</p>}
      {heldBack > 0 && (
        <p className="group-outcome__held">
          {heldBack === 1 ? '1 payment looks odd and waits' : `${heldBack} payments look odd and wait`} in{' '}
          <a href="#manual-entries-title">Manual Entries</a>.
        </p>
      )}
      {outcome.errors.length > 0 && (
        <ul className="group-outcome__messages group-outcome__messages--failed">
          {outcome.errors.map(({ ticker, message }) => (
            <li key={ticker}>
              <FundSentence ticker={ticker} sentence={message} />
            </li>
          ))}
        </ul>
      )}
      {outcome.no_estimate.length > 0 && (
        <ul className="group-outcome__messages">
          {outcome.no_estimate.map(({ ticker, message }) => (
            <li key={ticker}>
              <FundSentence ticker={ticker} sentence={message} />
            </li>
          ))}
        </ul>
      )}
      {outcome.results.length > 0 && (
        <ul className="group-outcome__results">
          {outcome.results.map(({ ticker, estimated_dividend, held_back }) => (
            <li key={ticker}>
              <span className="group-outcome__ticker">{ticker}</span>{' '}
              <span>
                {formatDividend(estimated_dividend)}
                {held_back > 0 && <> · {held_back} held back</>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
