// Verifies and reads the messages of a folder with libraries that had no part in writing them.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/emersion/go-message/mail"
	"github.com/emersion/go-msgauth/dkim"
)

type seen struct {
	Signatures []bool   `json:"signatures"`
	Subject    string   `json:"subject"`
	From       string   `json:"from"`
	Text       string   `json:"text"`
	Files      []string `json:"files"`
}

func main() {
	folder := os.Args[1]
	var records map[string]string
	text, err := os.ReadFile(filepath.Join(folder, "records.json"))
	if err == nil {
		err = json.Unmarshal(text, &records)
	}
	if err != nil {
		panic(err)
	}
	options := &dkim.VerifyOptions{LookupTXT: func(name string) ([]string, error) {
		return []string{records[strings.TrimSuffix(name, ".")]}, nil
	}}
	names, _ := filepath.Glob(filepath.Join(folder, "*.eml"))
	sort.Strings(names)
	all := []seen{}
	for _, name := range names {
		message, err := os.ReadFile(name)
		if err != nil {
			panic(err)
		}
		all = append(all, look(message, options))
	}
	_ = json.NewEncoder(os.Stdout).Encode(all)
}

func look(message []byte, options *dkim.VerifyOptions) seen {
	found := seen{Signatures: []bool{}, Files: []string{}}
	verified, err := dkim.VerifyWithOptions(bytes.NewReader(message), options)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	for _, one := range verified {
		found.Signatures = append(found.Signatures, one.Err == nil)
	}
	reader, err := mail.CreateReader(bytes.NewReader(message))
	if err != nil {
		found.Subject = err.Error()
		return found
	}
	found.Subject, _ = reader.Header.Subject()
	if from, err := reader.Header.AddressList("From"); err == nil && len(from) == 1 {
		found.From = from[0].Name
	}
	for {
		part, err := reader.NextPart()
		if err != nil {
			break
		}
		switch header := part.Header.(type) {
		case *mail.InlineHeader:
			kind, _, _ := header.ContentType()
			body, _ := io.ReadAll(part.Body)
			if kind == "text/plain" && found.Text == "" {
				found.Text = string(body)
			}
		case *mail.AttachmentHeader:
			file, _ := header.Filename()
			found.Files = append(found.Files, file)
		}
	}
	return found
}
