/**
 * Small repository of a parcel service in several languages with difficulties for ranking: tests
 * and a legacy copy of the right file, long names that repeat a short one, and a document that
 * describes code in other words.
 */
export const PARCEL_TREE: Readonly<Record<string, string>> = {
  "README.md": `# Parcels

A service that books couriers, plans routes and tells customers where their parcel is.

## Getting started

Copy the configuration, run the database migrations, start the server.

## Map

- \`src/routing\` plans which van visits which stop, \`depot\` books couriers
- \`src/webhooks\` tells other systems, \`src/notifications\` tells customers
- \`lib\` holds what the warehouse scanners share
`,
  "docs/notifications.md": `# Notifications

## Delays

A customer hears of a delay once, by the channel they chose, when the promised hour moves by more than
thirty minutes. Quiet hours hold a message back until the morning.

## Wording

Templates are in the customer's language. A template that is missing falls back to English.
`,
  "docs/database.md": `# Database

## Migrations

Every change of the schema is a numbered file. Migrations run at start, in order, each in its own
transaction; one that fails stops the server. There is no way back but a new migration.

## Backups

Nightly, kept for thirty days.
`,
  "docs/routes.md": `# Routes

A route is the list of stops of one van in one morning. Stops are grouped by district first, then put
in order so that the van drives little. Planning takes about a second for a hundred stops.
`,
  "src/config.ts": `/** Settings of the server, with what they are when nobody says otherwise. */
export const DEFAULTS = { port: 8080, retries: 5, quietHours: [21, 7], vans: 12 };

/** Reads the configuration file and fills in defaults. */
export function loadConfig(text: string): typeof DEFAULTS {
  return { ...DEFAULTS, ...JSON.parse(text) };
}
`,
  "src/parcel.ts": `/** What is carried from a sender to a customer. */
export interface Parcel {
  readonly trackingNumber: string;
  readonly grams: number;
  readonly destination: string;
}

/** Returns whether a parcel needs two people. */
export function isHeavy(parcel: Parcel): boolean {
  return parcel.grams > 25_000;
}
`,
  "src/parcel_label_printer.ts": `import type { Parcel } from "./parcel.ts";

/** Prints the label of a parcel: the parcel's number, the parcel's destination, a bar code. */
export class ParcelLabelPrinter {
  printParcelLabel(parcel: Parcel): string {
    return [parcel.trackingNumber, parcel.destination].join("\\n");
  }
}
`,
  "src/address.ts":
    `/** Says what is wrong with an address: a missing street, a postcode of another country. */
export function validateAddress(street: string, postcode: string): string[] {
  const problems: string[] = [];
  if (street.trim() === "") problems.push("street is missing");
  if (!/^\\d{5}$/.test(postcode)) problems.push("postcode has not five digits");
  return problems;
}
`,
  "src/legacy/address.ts":
    `/** Address validation of the old forms: validates an address by a list of streets. */
export function validateAddressV1(address: string): boolean {
  return address.includes("street");
}
`,
  "tests/address_test.ts": `import { validateAddress } from "../src/address.ts";

Deno.test("address validation: validateAddress() wants a street in an address", () => {
  if (validateAddress("", "12345").length !== 1) throw new Error("address validation");
});
`,
  "src/routing/planner.ts": `import type { Parcel } from "../parcel.ts";

/** Plans the morning: groups parcels by district, then orders the stops of each van. */
export function planRoutes(parcels: readonly Parcel[], vans: number): Parcel[][] {
  const districts = Map.groupBy(parcels, ({ destination }) => destination.slice(0, 3));
  const routes: Parcel[][] = Array.from({ length: vans }, () => []);
  [...districts.values()].forEach((stops, i) => routes[i % vans]!.push(...orderStops(stops)));
  return routes;
}

/** Orders stops so that each is near the one before: nearest neighbour, then swaps. */
function orderStops(stops: readonly Parcel[]): Parcel[] {
  return stops.toSorted((a, b) => a.destination.localeCompare(b.destination));
}
`,
  "src/routing/index.ts": `export { planRoutes } from "./planner.ts";
export { RouteDistanceCache } from "./route_distance_cache.ts";
`,
  "src/routing/route_distance_cache.ts":
    `/** Keeps distances between stops of a route, so that planning a route asks the map once. */
export class RouteDistanceCache {
  readonly #distances = new Map<string, number>();

  distance(from: string, to: string, ask: () => number): number {
    const key = from + to;
    const known = this.#distances.get(key) ?? ask();
    this.#distances.set(key, known);
    return known;
  }
}
`,
  "src/webhooks/retry.ts": `import { DEFAULTS } from "../config.ts";

/** Sends a webhook again after it failed, each time after twice the pause. */
export async function retryWebhook(send: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < DEFAULTS.retries; attempt++) {
    if (await send()) return;
    await pause(2 ** attempt * 1000);
  }
  throw new Error("Cannot deliver the webhook as every attempt failed");
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
`,
  "src/webhooks/sign.ts":
    `/** Signs the body of a webhook so that the receiver can tell that it is ours. */
export function signWebhook(body: string, secret: string): string {
  return secret.length + ":" + body.length;
}
`,
  "src/api/rate_limit.ts":
    `/** Allows a caller so many requests a minute, by a bucket that fills again with time. */
export class TokenBucket {
  #tokens = 60;

  take(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
`,
  "src/api/server.ts": `import { TokenBucket } from "./rate_limit.ts";

/** Answers requests: tracking, booking, health. */
export function handle(request: Request, bucket: TokenBucket): Response {
  if (!bucket.take()) return new Response("too many requests", { status: 429 });
  return new Response(new URL(request.url).pathname);
}
`,
  "src/notifications/delay.ts":
    `/** Tells a customer once that their parcel comes later, unless it is a quiet hour. */
export function notifyOfDelay(customer: string, minutes: number, hour: number): string | undefined {
  if (minutes <= 30 || hour >= 21 || hour < 7) return undefined;
  return customer + ": your parcel comes " + minutes + " minutes later";
}
`,
  "lib/tracking.py": `"""Tracking numbers as the warehouse scanners read them."""


def parse_tracking_number(text):
    """Splits a tracking number into country, serial and check digit."""
    country, serial, check = text[:2], text[2:-1], int(text[-1])
    if check_digit(serial) != check:
        raise ValueError(f"Cannot read the tracking number {text}: its check digit is wrong")
    return country, serial


def check_digit(serial):
    """Weighs the digits by turns 8, 6, 4, 2 and returns what is missing to a multiple of 11."""
    weights = (8, 6, 4, 2, 3, 5, 9, 7)
    return (11 - sum(int(digit) * weight for digit, weight in zip(serial, weights)) % 11) % 10
`,
  "lib/scanner.py": `from lib.tracking import parse_tracking_number


class Scanner:
    """Reads bar codes from a belt and passes on the number of each parcel."""

    def scan(self, lines):
        for line in lines:
            yield parse_tracking_number(line.strip())
`,
  "lib/postage.rb": `# Prices by weight and size.
module Postage
  OVERSIZE_SURCHARGE = 450

  # Returns cents; what is longer than 120 cm costs a surcharge.
  def self.compute(grams, centimetres)
    base = 300 + grams / 500 * 80
    centimetres > 120 ? base + OVERSIZE_SURCHARGE : base
  end
end
`,
  "depot/booking.go": `package depot

import "errors"

// ErrClosed is returned for hours outside of the schedule.
var ErrClosed = errors.New("cannot book a courier as the depot is closed")

// Book reserves a courier for an hour.
func Book(schedule DepotSchedule, hour int) error {
	if !schedule.IsOpen(hour) {
		return ErrClosed
	}
	return nil
}
`,
  "depot/schedule.go": `package depot

// DepotSchedule holds the opening hours of a depot.
type DepotSchedule struct {
	Opens  int
	Closes int
}

// IsOpen tells whether the depot is open at an hour.
func (s DepotSchedule) IsOpen(hour int) bool {
	return hour >= s.Opens && hour < s.Closes
}
`,
  "db/migrate.ts": `/** Runs the numbered files that have not run yet, each in a transaction. */
export function migrate(files: readonly string[], run: (sql: string) => void): void {
  for (const file of files.toSorted()) run(Deno.readTextFileSync(file));
}
`,
};
