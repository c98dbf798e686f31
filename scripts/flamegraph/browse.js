// SPDX-License-Identifier: GPL-2.0
// Opens a page in headless Chromium, with no network, and does with it what a reader would; prints TAP.
// Speaks the DevTools protocol over a pipe: messages end in a zero byte.
//
// usage: node browse.js CHROMIUM PAGE PICTURE WORD...
//   PICTURE  PNG of the page
//   WORD     must stand in the page; the first is searched for and zoomed into
// exit: 0 all ok, 1 not
"use strict";
const { spawn } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");

const [chromium, page, picture, ...words] = process.argv.slice(2);
const home = fs.mkdtempSync(path.join(os.tmpdir(), "dma-bench-browser-"));
const browser = spawn(chromium, ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
	"--window-size=1400,1000", "--user-data-dir=" + home], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
const limit = setTimeout(() => fail("no end within 120 s"), 120000);
let last = 0, rest = "", results = 0, failed = 0;
const waiting = new Map(), complaints = [];

function end(status) {
	clearTimeout(limit);
	browser.once("exit", () => {
		fs.rmSync(home, { recursive: true, force: true });
		process.exit(status);
	});
	browser.kill("SIGKILL");
}

function fail(why) {
	console.log("Bail out! " + why);
	end(1);
}

browser.on("error", (error) => { console.log("Bail out! " + chromium + ": " + error.message); process.exit(1); });
browser.stdio[4].setEncoding("utf8");
browser.stdio[4].on("data", (data) => {
	rest += data;
	const messages = rest.split("\0");
	rest = messages.pop();
	for (const message of messages.map((text) => JSON.parse(text))) {
		if (message.id)
			waiting.get(message.id)(message);
		else if (message.method === "Runtime.exceptionThrown" || message.method === "Log.entryAdded")
			complaints.push(JSON.stringify(message.params));
		else if (message.method === "Runtime.consoleAPICalled" && message.params.type === "error")
			complaints.push(JSON.stringify(message.params.args));
		else if (message.method === "Page.loadEventFired")
			waiting.get("load")();
	}
});

let session;
function ask(method, params) {
	const id = ++last;
	browser.stdio[3].write(JSON.stringify({ id, method, params, sessionId: session }) + "\0");
	return new Promise((resolve, reject) => waiting.set(id, (message) =>
		message.error ? reject(new Error(method + ": " + message.error.message)) : resolve(message.result)));
}

// A promise in the page is waited for.
async function evaluate(expression) {
	const answer = await ask("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
	if (answer.exceptionDetails)
		throw new Error(expression + ": " + JSON.stringify(answer.exceptionDetails));
	return answer.result.value;
}

function check(ok, name, seen) {
	results++;
	failed += !ok;
	console.log((ok ? "ok " : "not ok ") + results + " " + name);
	if (!ok)
		console.log("# saw: " + JSON.stringify(seen));
}

// What a reader would see sooner or later: the graph grows into its place, and shows what was found, at the pace
// of the pictures that are asked for.  Gives what @expression is in the end.
async function eventually(expression, wanted) {
	let seen;
	for (const until = Date.now() + 20000; Date.now() < until; ) {
		await ask("Page.captureScreenshot", { format: "png" });
		seen = await evaluate(expression);
		if (wanted(seen))
			break;
	}
	return seen;
}

const root = 'document.querySelector(".d3-flame-graph rect").getBoundingClientRect().width / ' +
	'document.querySelector(".d3-flame-graph").getBoundingClientRect().width';
const isWhole = (share) => share > 0.999;
const lit = '[...document.querySelectorAll(".d3-flame-graph g.frame rect")].filter(' +
	'(r) => (r.getAttribute("fill") || "").toLowerCase() === "#e600e6").length';
// The widest frame of a function, as the browser has it on the screen.
const widest = (word) => '[...document.querySelectorAll(".d3-flame-graph g.frame")].filter((g) => ' +
	'g.querySelector("title").textContent.startsWith(' + JSON.stringify(word) + ')).map((g) => ' +
	'g.querySelector("rect").getBoundingClientRect()).sort((a, b) => b.width - a.width)[0]';

async function read() {
	const { targetId } = await ask("Target.createTarget", { url: "about:blank" });
	session = (await ask("Target.attachToTarget", { targetId, flatten: true })).sessionId;
	for (const domain of ["Page", "Runtime", "Log", "Network"])
		await ask(domain + ".enable");
	await ask("Network.emulateNetworkConditions", { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 });
	const loaded = new Promise((resolve) => waiting.set("load", resolve));
	await ask("Page.navigate", { url: "file://" + path.resolve(page) });
	await loaded;
	check(isWhole(await eventually(root, isWhole)), "the graph fills the page", await evaluate(root));
	// A window in which all of it has room; a graph of another width is drawn anew.
	await ask("Emulation.setDeviceMetricsOverride", { width: 1400, deviceScaleFactor: 1, mobile: false,
		height: await evaluate("document.documentElement.scrollHeight") });
	await evaluate("new Promise(requestAnimationFrame)");
	await eventually(root, isWhole);
	const shot = await ask("Page.captureScreenshot", { format: "png" });
	fs.writeFileSync(picture, Buffer.from(shot.data, "base64"));

	const text = await evaluate("document.documentElement.innerText");
	for (const word of words)
		check(text.includes(word), "the text has " + word, text.slice(0, 2000));
	const frames = await evaluate('document.querySelectorAll(".d3-flame-graph g.frame").length');
	check(frames > words.length, "frames are drawn", frames);
	check(await evaluate("performance.getEntriesByType('resource').length") === 0, "nothing else is loaded", null);

	await evaluate('document.getElementById("word").value = ' + JSON.stringify(words[0]) +
		'; document.getElementById("form").requestSubmit()');
	const found = await eventually(lit, (frames) => frames > 0);
	check(found > 0, "the search finds " + words[0], found);
	await evaluate('document.getElementById("clear").click()');
	check(await eventually(lit, (frames) => !frames) === 0, "and is cleared", await evaluate(lit));

	// A real click, where the frame is.
	const width = widest(words[0]) + ".width", before = await evaluate(width);
	const middle = await evaluate("((r) => [r.x + r.width / 2, r.y + r.height / 2])(" + widest(words[0]) + ")");
	for (const type of ["mousePressed", "mouseReleased"])
		await ask("Input.dispatchMouseEvent", { type, x: middle[0], y: middle[1], button: "left", clickCount: 1 });
	const after = await eventually(width, (now) => now > before + 1);
	check(after > before + 1, "a click zooms into " + words[0], [before, after]);
	await evaluate('document.getElementById("reset").click()');
	check(Math.abs(await eventually(width, (now) => Math.abs(now - before) < 1) - before) < 1, "and back", before);

	if (!await evaluate('document.getElementById("view").hidden')) {
		await evaluate('document.getElementById("view").selectedIndex = 1; document.getElementById("view").dispatchEvent(new Event("change"))');
		check(isWhole(await eventually(root, isWhole)), "the reverse view is drawn", await evaluate(root));
	}
	check(complaints.length === 0, "the console has no complaint", complaints);
	console.log("1.." + results);
	end(failed ? 1 : 0);
}

read().catch((error) => fail(error.message));
